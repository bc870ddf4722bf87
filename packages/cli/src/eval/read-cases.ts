import type { Diagnostic, JsonSchemaObject } from '@btcp/core';
import { closedObject, getAtPointer, isObject, parsePointer } from '@btcp/schema/internal';
import { compileSchema } from '@btcp/schema/compile';
import { closestName } from '@btcp/schema/runtime';
import { type Document, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Version } from './surface.ts';

/** What a model is asked, and what it should do. */
export interface EvalCase {
  readonly ask: string;
  readonly expect: Expectation;
  /** How often it is asked. Default: once. */
  readonly runs?: number;
}

export interface Expectation {
  /** The tool to call; `null` for none. */
  readonly tool?: string | null;
  /** What its input must have. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Whether the input must have nothing else. */
  readonly exact?: boolean;
  /** Tools that must not be called. Default: all but `tool`. */
  readonly not?: readonly string[];
}

const NAME: JsonSchemaObject = { type: 'string', minLength: 1 };

const EXPECT = closedObject({
  tool: { ...NAME, type: ['string', 'null'] },
  input: { type: 'object' },
  exact: { type: 'boolean' },
  not: { type: 'array', items: NAME },
});

const CASES: JsonSchemaObject = {
  type: 'array',
  minItems: 1,
  items: closedObject(
    { ask: NAME, runs: { type: 'integer', minimum: 1, maximum: 100 }, expect: EXPECT },
    'ask',
    'expect',
  ),
};

type Range = readonly [start: number, length: number];

/** What is wrong, and where: a JSON pointer. */
type Mistake = readonly [path: string, message: string, help: string];

/**
 * Reads cases from YAML or JSON, and checks them against the tools.
 *
 * @param file - As diagnostics name it.
 * @returns The cases, or what is wrong with them.
 */
export function readCases(
  text: string,
  file: string,
  version: Version,
): { readonly cases: readonly EvalCase[] } | { readonly diagnostics: readonly Diagnostic[] } {
  const lineCounter = new LineCounter();
  const report = (id: string, [start, length]: Range, message: string, help: string): Diagnostic => {
    const { line, col: column } = lineCounter.linePos(start);
    const place = { file, line, column, length };
    return { id, severity: 'error', ...place, message: message.replace(/\.?$/, '.'), help };
  };
  const document = parseDocument(text, { prettyErrors: false, lineCounter });
  const [value, errors] = valueOf(document);
  if (errors.length > 0) {
    const help = 'Correct it; JSON is YAML, too.';
    return { diagnostics: errors.map(([at, message]) => report('yaml-invalid', at, message, help)) };
  }
  const shape = compileSchema(CASES)(value);
  const mistakes = shape.ok
    ? (value as readonly EvalCase[]).flatMap(({ expect }, index) =>
        mistakesIn(expect, `/${index}/expect`, version),
      )
    : shape.issues.map(({ path, message }): Mistake => [path, message, HELP_WITH_SHAPE]);
  if (mistakes.length === 0) return { cases: value as readonly EvalCase[] }; // as just checked
  const diagnostics = mistakes.map(([path, message, help]) =>
    report('case-invalid', placeIn(document, path), message, help),
  );
  return { diagnostics };
}

function valueOf(
  document: Document.Parsed,
): readonly [value: unknown, errors: readonly (readonly [Range, string])[]] {
  const errors = document.errors.map(
    ({ pos: [start, end], message }) => [[start, end - start], message] as const,
  );
  try {
    return [document.toJS(), errors];
  } catch (error) {
    // An alias that leads nowhere, or too many.
    return [undefined, [...errors, [[0, 1], (error as Error).message]]];
  }
}

const HELP_WITH_SHAPE =
  'Write a list of { ask, expect: { tool, input, exact, not }, runs }, of which `ask` and `expect` are needed.';

function mistakesIn(expect: Expectation, path: string, { manifest, inputs }: Version): readonly Mistake[] {
  const { tool, input, not = [] } = expect;
  if (tool === undefined && expect.not === undefined)
    return [[path, 'This expects nothing', 'Name a `tool`, or null where none should be called, or `not`.']];
  const names = [...inputs.keys()];
  const unknown = (name: string, at: string): Mistake[] => {
    if (inputs.has(name)) return [];
    const close = closestName(name, names);
    const help = close === undefined ? `There are ${names.join(', ')}.` : `Did you mean "${close}"?`;
    return [[at, `There is no tool "${name}"`, help]];
  };
  const found = typeof tool === 'string' ? unknown(tool, `${path}/tool`) : [];
  found.push(...not.flatMap((name, index) => unknown(name, `${path}/not/${index}`)));
  const schema = manifest.tools.find(({ name }) => name === tool)?.inputSchema;
  if (input === undefined || (typeof tool === 'string' && schema === undefined)) return found;
  if (schema === undefined) return [...found, [`${path}/input`, '`input` is of no tool', 'Name the `tool`.']];
  const refused = refusedOf(input, expect.exact === true, schema).map((issue): Mistake => [
    `${path}/input${issue.path}`,
    `${String(tool)} refuses this input: ${issue.message}`,
    'Expect an input that the tool accepts.',
  ]);
  return [...found, ...refused];
}

/** Keywords by which an object lacks something; the rest of a partial input is for the model to choose. */
const LACKING = new Set(['required', 'minProperties', 'dependentRequired', 'anyOf', 'oneOf']);

function refusedOf(
  input: object,
  exact: boolean,
  schema: JsonSchemaObject,
): readonly { readonly path: string; readonly message: string }[] {
  // An open schema accepts any name, but a model is told only of those that it declares.
  const { properties, additionalProperties = !isObject(properties) } = schema;
  const verdict = compileSchema({ ...schema, additionalProperties })(input);
  const issues = verdict.ok ? [] : verdict.issues;
  if (exact) return issues;
  return issues.filter(({ path, keyword }) => !(LACKING.has(keyword) && isObject(getAtPointer(input, path))));
}

/** The place of a value; of a missing one, that of its nearest existing ancestor. */
function placeIn(document: Document.Parsed, path: string): Range {
  const tokens = parsePointer(path) ?? [];
  for (let count = tokens.length; count > 0; count--) {
    const node: unknown = document.getIn(tokens.slice(0, count), true);
    if (!isNode(node) || !node.range) continue;
    const [start, end] = node.range;
    // A collection ends where the next line begins.
    return [start, isScalar(node) ? end - start : 1];
  }
  return [0, 1];
}
