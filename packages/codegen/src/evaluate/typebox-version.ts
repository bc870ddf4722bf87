/** The package that schemas are written with. */
export const TYPEBOX = '@sinclair/typebox';

/** How to install it, for `help`. */
export const INSTALL: string = `Run \`npm install ${TYPEBOX}@0.34\``;
export const IMPORT: string = `import { Type } from '${TYPEBOX}'`;
