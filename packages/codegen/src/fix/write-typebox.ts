import type { SourceEdit } from '../edit/source-edit.ts';
import { nameText } from '../edit/name-text.ts';
import { printSchema } from '../print/print-schema.ts';
import { ts } from '../source/ts.ts';
import { unwrap, nodeAt } from '../source/nodes.ts';
import type { FixContext } from './fix-context.ts';

const TYPEBOX = '@sinclair/typebox';
const COMMENT = /\/[/*]/;
/** Becomes part of the schema, and is written again; a tag such as `@see` would not. */
const JSDOC = /\/\*\*(?!\/)(?:(?!\*\/)[^@])*\*\//g;

/** Writes the schema at the diagnostic with TypeBox, if it stands there as a whole, and has no comments that would be lost. */
export function writeTypeBox({ project, file, offset, tool }: FixContext): readonly SourceEdit[] {
  const { fileName } = file;
  const name = nodeAt({ file, offset }, ts.isPropertyName);
  const value = name && ts.isPropertyAssignment(name.parent) ? name.parent.initializer : undefined;
  const key = name && nameText(name);
  const schema = key === 'inputSchema' || key === 'outputSchema' ? tool?.definitionValue[key] : undefined;
  const imports = importsType(project.outlineOf(fileName)?.imports ?? new Map(), file);
  if (!value || !schema || !imports || !ts.isCallExpression(unwrap(value))) return [];
  if (COMMENT.test(value.getText().replace(JSDOC, ''))) return [];
  const text = printSchema(schema, { typeOf: () => 'unknown', constantOf: () => undefined });
  const edit = { file: fileName, start: value.getStart(), end: value.end, text };
  return text.includes('$ref') ? [] : [...imports, edit];
}

/** The edits by which a module imports `Type`; undefined where the name is another's. */
function importsType(
  imports: ReadonlyMap<string, { readonly specifier: string; readonly name: string }>,
  file: ts.SourceFile,
): readonly SourceEdit[] | undefined {
  const imported = imports.get('Type');
  if (imported?.specifier === TYPEBOX && imported.name === 'Type') return [];
  if (/\bType\b/.test(file.text)) return undefined;
  const start = file.statements[0]?.getStart() ?? 0;
  return [{ file: file.fileName, start, end: start, text: `import { Type } from '${TYPEBOX}';\n` }];
}
