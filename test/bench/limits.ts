/** The limit of a figure. */
export interface Limit {
  readonly figure: string;
  readonly limit: number;
  readonly unit: string;
}

/** Every limit, by id. Ratios are within one run. */
export const LIMITS = {
  'validators-valid': {
    figure: 'emitted validator / hand-written check, valid input',
    limit: 1.9,
    unit: 'x',
  },
  'validators-first-error': {
    figure: 'emitted validator / ajv, invalid input, verdict only',
    limit: 1,
    unit: 'x',
  },
  'validators-first-issue': {
    figure: 'emitted validator / faster of zod, TypeBox compiler, invalid input, first issue read',
    limit: 1,
    unit: 'x',
  },
  'validators-ahead': {
    figure: 'emitted validator / fastest of zod, valibot, TypeBox compiler',
    limit: 1,
    unit: 'x',
  },
  // Two equally fast programs differ by up to a tenth from run to run.
  'validators-level': { figure: 'emitted validator / ajv compile', limit: 1.1, unit: 'x' },
  // Quadratic growth would be 4; larger values also fit caches less.
  'validators-growth': {
    figure: 'validation time per byte, four times the size / once',
    limit: 2,
    unit: 'x',
  },
  'call-overhead': { figure: 'client.callTool, more than the bare async function', limit: 0.6, unit: 'µs' },
  'build-small': { figure: '10 tools, cold build / tsc --noEmit', limit: 0.7, unit: 'x' },
  'build-edited': { figure: '10 tools, build after an edit of one / tsc --noEmit', limit: 0.4, unit: 'x' },
  'check-small': { figure: '10 tools, cold check / tsc --noEmit', limit: 0.75, unit: 'x' },
  'build-large': { figure: '1,000 tools, cold build / tsc --noEmit', limit: 1, unit: 'x' },
  'check-large': { figure: '1,000 tools, cold check / tsc --noEmit', limit: 1.2, unit: 'x' },
  'build-memory': { figure: '1,000 tools, peak memory of a cold build', limit: 600, unit: 'MB' },
  requests: { figure: '1,000 tools, requests to TypeScript 7 a tool', limit: 4, unit: '' },
  'edit-1000': {
    figure: 'processor time of a build after an edit, among 1,000 tools / 10',
    limit: 1.5,
    unit: 'x',
  },
  'edit-3000': {
    figure: 'processor time of a build after an edit, among 3,000 tools / 10',
    limit: 3,
    unit: 'x',
  },
  'watch-declared': { figure: 'from an edit to the files on disk, output declared', limit: 60, unit: 'ms' },
  'watch-inferred': { figure: 'from an edit to the files on disk, output inferred', limit: 120, unit: 'ms' },
  startup: {
    figure: 'start-up to first call / the same with ajv compiling at start',
    limit: 0.03,
    unit: 'x',
  },
  light: { figure: 'btcp, as a whole process / node -e 0', limit: 1.3, unit: 'x' },
  unchanged: { figure: '10 tools, build without changes / node -e 0', limit: 1.6, unit: 'x' },
  'size-validator': { figure: "getCellValue's validators, minified and gzipped", limit: 1.0, unit: 'KB' },
  'size-client': { figure: 'client runtime with core, minified and gzipped', limit: 5.5, unit: 'KB' },
  'export-all': { figure: 'exporting in one fresh process, on the clock', limit: 1, unit: 's' },
  sign: { figure: 'signing a manifest, text to text', limit: 300, unit: 'ms' },
  verify: { figure: 'verifying a manifest, text to text', limit: 300, unit: 'ms' },
  'compare-equal': { figure: 'comparing 1,000 unchanged tools in one fresh process', limit: 0.2, unit: 's' },
  'compare-changed': { figure: 'comparing 1,000 changed tools in one fresh process', limit: 30, unit: 's' },
  'isolated-call': {
    figure: 'a call of an isolated tool / a bare message through the same frame and back',
    limit: 1.5,
    unit: 'x',
  },
  'isolated-quickjs': { figure: 'a call within QuickJS', limit: 60, unit: 'µs' },
  'isolated-cold-frame': { figure: 'registering a manifest in a new frame', limit: 60, unit: 'ms' },
  'isolated-cold-node': { figure: 'registering a manifest in a new process', limit: 120, unit: 'ms' },
  'types-zod': { figure: 'instantiations per tool, defineTool / zod', limit: 1, unit: 'x' },
  'types-ai-sdk': {
    figure: "instantiations per tool, defineTool / the AI SDK's tool",
    limit: 0.8,
    unit: 'x',
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** The id of a limit. */
export type LimitId = keyof typeof LIMITS;
