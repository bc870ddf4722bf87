import { type CodeRule, defineCodeRule } from '../define-rule.ts';
import { joinWords } from '../../runtime/sentences.ts';
import { callPathText, type CallStep, listed, quoted, shown, shownJson } from '../text/quote.ts';

/** How a returned value violates its schema. */
export type Mismatch = {
  /** For example `rows[].id`; empty for the result itself. */
  readonly path: string;
  /** More properties of the same object with the same problem. */
  readonly others?: readonly string[];
  readonly problem: 'missing' | 'extra' | 'wrong';
  /** What was returned, in words; empty where nothing was. */
  readonly got: string;
  /** What the schema expects there, in words. */
  readonly wants: string;
};

/** Rules about what `execute` reads, returns and throws. */
export const HANDLER_RULES: readonly CodeRule[] = [
  defineCodeRule<{ property: string; code: unknown; schema: unknown }>({
    id: 'default-differs',
    severity: 'warning',
    after: ['tool-invalid', 'schema-invalid', 'default-invalid'],
    message: ({ property, code, schema }) =>
      `\`${property}\` is ${shownJson(code)} by default in the code, and ${shownJson(schema)} in the schema, which wins.`,
    help: 'Take the default out of the code, and `Type.Optional` off the property where it stands; if the one in the code is right, move it to the schema.',
  }),
  defineCodeRule<{ property: string; code: unknown }>({
    id: 'default-hidden',
    severity: 'warning',
    after: ['tool-invalid', 'schema-invalid', 'default-missing', 'default-in-prose'],
    message: ({ property, code }) =>
      `\`${property}\` is ${shownJson(code)} by default, which an agent cannot see: its schema has no default.`,
    help: ({ code }) =>
      `Move it to the schema, as \`default: ${shownJson(code)}\`, and take \`Type.Optional\` off; the runtime then fills it in.`,
  }),
  defineCodeRule<{ property: string }>({
    id: 'default-optional',
    severity: 'info',
    after: ['tool-invalid', 'schema-invalid', 'default-invalid'],
    message: ({ property }) =>
      `${quoted(property)} has a default and stands in \`Type.Optional\`, so \`execute\` sees \`undefined\` in its type, which never occurs.`,
    help: 'Take `Type.Optional` off: the build lets callers leave out what has a default.',
  }),
  defineCodeRule<{ properties: readonly string[] }>({
    id: 'input-unread',
    severity: 'warning',
    after: ['tool-invalid', 'schema-invalid'],
    message: ({ name, properties }) => `Nothing in the code of "${name}" reads ${listed(properties)}.`,
    help: 'Use it in `execute`, or take it out of the input schema.',
  }),
  defineCodeRule<{ property: string; meant?: string }>({
    id: 'input-undeclared',
    severity: 'warning',
    after: ['tool-invalid', 'schema-invalid'],
    message: ({ name, property, meant }) =>
      `The code of "${name}" reads ${quoted(property)}, which its input schema does not declare${meant === undefined ? '' : `, and not ${quoted(meant)}, which it does`}.`,
    help: ({ meant }) =>
      meant === undefined
        ? 'Declare it in the input schema, or do not read it.'
        : `Write ${quoted(meant)} if that is meant; else declare it in the input schema, or do not read it.`,
  }),
  defineCodeRule<Mismatch>({
    id: 'return-invalid',
    severity: 'error',
    after: ['tool-invalid', 'schema-invalid'],
    message: (mismatch) => `Tool "${mismatch.name}" returns ${describeMismatch(mismatch)}.`,
    help: (mismatch) => (mismatch.got === 'a promise' ? 'Await it.' : adviseOnMismatch(mismatch)),
  }),
  defineCodeRule<Mismatch>({
    id: 'return-may-be-invalid',
    severity: 'warning',
    after: ['tool-invalid', 'schema-invalid', 'return-invalid'],
    message: (mismatch) => `Tool "${mismatch.name}" may return ${describeMismatch(mismatch)}.`,
    help: 'Handle the case, for example by throwing a `BTCPError`; or allow it in the output schema.',
  }),
  defineCodeRule<Mismatch>({
    id: 'return-undeclared',
    severity: 'info',
    after: ['tool-invalid', 'schema-invalid'],
    message: ({ name, path }) =>
      `Tool "${name}" returns \`${path}\`, which its output schema does not declare: the runtime leaves it out.`,
    help: 'Leave it so to keep it from agents, or add it to the output schema.',
  }),
  defineCodeRule<{ code: string; meant: string }>({
    id: 'error-code-malformed',
    severity: 'warning',
    message: ({ code }) => `The error code ${quoted(code)} is not in UPPER_SNAKE_CASE.`,
    help: ({ meant }) => (meant === '' ? 'Use letters, digits and "_".' : `Write ${quoted(meant)}.`),
  }),
  defineCodeRule<{ thrown: string }>({
    id: 'error-without-code',
    severity: 'info',
    message: ({ thrown }) => `This throws a plain ${thrown}, which has no code and does not say what to do.`,
    help: 'Throw `new BTCPError("SOME_CODE", { message: "…", suggestion: "…" })` where the caller can do something about it.',
  }),
  defineCodeRule<{ code: string }>({
    id: 'error-without-suggestion',
    severity: 'info',
    message: ({ code }) => `The error ${quoted(code)} does not say what the caller can do about it.`,
    help: 'Add `suggestion: "…"` beside `message`, for example "Use listCells for valid addresses."',
  }),
  defineCodeRule<{ thrown: string }>({
    id: 'thrown-not-error',
    severity: 'warning',
    message: ({ thrown }) => `This throws ${thrown}, not an Error.`,
    help: 'Throw `new BTCPError("SOME_CODE", { message: "…", suggestion: "…" })`.',
  }),
  defineCodeRule<{ used: string; path: readonly CallStep[] }>({
    id: 'module-never-loads',
    severity: 'warning',
    message: ({ name, used, path }) =>
      `Tool "${name}" can never run: its module stops at \`${shown(used)}\`${callPathText(path)} whenever it is loaded.`,
    help: 'Take the statement out, or move it into a function.',
  }),
  defineCodeRule<{ call: string }>({
    id: 'promise-not-awaited',
    severity: 'warning',
    message: ({ call }) => `Nobody awaits the promise of ${quoted(call)}.`,
    help: ({ call }) =>
      /\.(?:forEach|map)\(…\)$/.test(call)
        ? 'Write `await Promise.all(list.map(async (item) => …))`: `forEach` waits for nothing, and `map` gives an array of promises.'
        : 'Put `await` before it; where it really may go on by itself, write `void` before it, or add `.catch(…)`.',
  }),
  defineCodeRule<{ slow: 'loop' | 'fetch' }>({
    id: 'signal-ignored',
    severity: 'info',
    message: ({ name, slow }) =>
      `Tool "${name}" ${slow === 'loop' ? 'awaits in a loop' : 'fetches'} and never looks at the \`signal\` of its context.`,
    help: ({ slow }) =>
      slow === 'loop'
        ? 'Take `signal` from the context, and call `signal.throwIfAborted()` in the loop.'
        : 'Take `signal` from the context, and pass it on: `fetch(url, { signal })`.',
  }),
];

/** Completes a sentence that begins with "returns". */
function describeMismatch({ path, others = [], problem, got, wants }: Mismatch): string {
  const place = path === '' ? '' : ` as \`${path}\``;
  if (problem === 'missing')
    return path === ''
      ? `nothing, but its output schema wants ${wants}`
      : `no ${named([path, ...others])}, which its output schema requires`;
  return `${got}${place}, but its output schema wants ${wants}`;
}

function adviseOnMismatch({ path, others = [], problem, got, wants }: Mismatch): string {
  const what = path === '' ? 'the result' : `\`${path}\``;
  if (problem === 'missing')
    return path === ''
      ? `Return ${wants} on every path, or let the output schema allow null and return that.`
      : `Return ${named([path, ...others])} too, or wrap it in \`Type.Optional\` in the output schema.`;
  return `Return ${wants}${path === '' ? '' : ` as ${what}`}; or, if ${got} is right, let the output schema allow that.`;
}

function named(paths: readonly string[]): string {
  const names = paths.map((each) => `\`${each}\``);
  return joinWords('and', names);
}
