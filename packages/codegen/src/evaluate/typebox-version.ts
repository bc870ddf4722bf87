/** The package that schemas are written with. */
export const TYPEBOX = '@sinclair/typebox';

/** How to install it, for `help`. */
export const INSTALL: string = `Run \`npm install ${TYPEBOX}@0.34\``;
export const IMPORT: string = `import { Type } from '${TYPEBOX}'`;

/** Message and help for an import of `typebox`, the package of the next version of TypeBox. */
export const OTHER_VERSION: { readonly message: string; readonly help: string } = {
  message: `The package \`typebox\` is TypeBox 1.x; tools take the schemas of TypeBox 0.34, whose package is \`${TYPEBOX}\`.`,
  help: `${INSTALL}, and write \`${IMPORT}\`.`,
};
