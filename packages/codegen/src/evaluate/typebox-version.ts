/** The package that schemas are written with. */
export const TYPEBOX = '@sinclair/typebox';

/** How to get it. */
export const INSTALL: string = `Run \`npm install ${TYPEBOX}@0.34\``;
export const IMPORT: string = `import { Type } from '${TYPEBOX}'`;

/** What to say of the package that the next version of TypeBox is published as. */
export const OTHER_VERSION: { readonly message: string; readonly help: string } = {
  message: `The package \`typebox\` is TypeBox 1.x; tools take the schemas of TypeBox 0.34, whose package is \`${TYPEBOX}\`.`,
  help: `${INSTALL}, and write \`${IMPORT}\`.`,
};
