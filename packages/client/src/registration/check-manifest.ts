import type { Issue, Manifest } from '@btcp/core';

type Report = (path: string, keyword: string, problem: string) => void;

/** Checks a value: a small part of JSON Schema, because all of it would outweigh the client. */
type Check = (value: unknown, path: string, report: Report) => void;

const check =
  (words: string, holds: (value: unknown) => boolean, keyword = 'type'): Check =>
  (value, path, report) => {
    if (!holds(value)) report(path, keyword, `must be ${words}; got ${JSON.stringify(value).slice(0, 60)}`);
  };

const text = (pattern = /^/): Check =>
  check(`text like ${pattern}`, (value) => typeof value === 'string' && pattern.test(value), 'pattern');

/** Text that users are shown. */
const short =
  (pattern: RegExp, isText = text(pattern)): Check =>
  (value, path, report) => {
    if (typeof value === 'string' && value.length > 64)
      report(path, 'maxLength', 'must have at most 64 characters');
    else isText(value, path, report);
  };

const integer = (min: number, max: number): Check =>
  check(
    `an integer from ${min} to ${max}`,
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  );

const list =
  (item: Check): Check =>
  (value, path, report) => {
    if (!Array.isArray(value)) return report(path, 'type', 'must be an array');
    value.forEach((element, index) => item(element, `${path}/${index}`, report));
  };

/** An object with at least these fields; `?` marks those that may be missing. */
const object = (fields: Readonly<Record<string, Check>> = {}): Check => {
  // Parsed once: a manifest has a thousand tools of a dozen fields each.
  const rules = Object.entries(fields).map(
    ([field, checkField]) => [field, field.replace('?', ''), checkField] as const,
  );
  return (value, path, report) => {
    if (typeof value !== 'object' || !value || Array.isArray(value))
      return report(path, 'type', 'must be an object');
    for (const [field, key, checkField] of rules) {
      if (Object.hasOwn(value, key))
        checkField((value as Record<string, unknown>)[key], `${path}/${key}`, report);
      else if (key === field) report(path, 'required', `must have \`${key}\``);
    }
  };
};

/** An object with no other fields: who sets a limit under another name must not believe that it holds. */
const only = (fields: Readonly<Record<string, Check>>): Check => {
  const isObject = object(fields);
  return (value, path, report) => {
    isObject(value, path, report);
    for (const key of Object.keys(Object(value) as object))
      if (!(`${key}?` in fields)) report(`${path}/${key}`, 'additionalProperties', 'is not known');
  };
};

const url = text(/^[a-z][a-z\d+.-]*:\S+$/i);
const absent = check('absent', () => false, 'not');
const boolean = check('true or false', (value) => typeof value === 'boolean');
const timeout = integer(1000, 300_000);
const tool = (capabilities: Check): Check =>
  object({
    name: text(/^[a-z]\w{0,63}$/i),
    description: text(/^[^]{10,1000}$/u),
    // Every caller sends an object, and most formats for tools have no unions at the root.
    inputSchema: object({ type: text(/^object$/), 'anyOf?': absent, 'oneOf?': absent }),
    'outputSchema?': object(),
    capabilities,
    'capabilitiesVerified?': boolean,
    'examples?': list(object({ 'description?': text(), input: object() })),
    'deprecated?': boolean,
    'deprecationMessage?': text(),
    'successor?': text(),
    'sunset?': text(),
    'aliasOf?': text(),
    'tags?': list(text()),
    'timeout?': timeout,
    'confirm?': check('true, false or text', (value) => /boolean|string/.test(typeof value)),
  });

const details = object({
  title: text(/^[^]{1,60}$/u),
  'description?': text(/^[^]{1,200}$/u),
  risk: text(/^(low|medium|high|critical)$/),
});

const manifest = (capabilities: Check): Check =>
  object({
    btcp: text(/^1\.\d+$/),
    name: text(/^[a-z][a-z\d-]{0,63}$/),
    version: short(/^\d+\.\d+\.\d+/),
    'description?': text(/^[^]{0,500}$/u),
    'provider?': object({
      name: text(/^[^]{0,100}$/u),
      'url?': url,
      'contact?': text(/^[^\s@]{1,64}@\S{1,255}$/),
      'icon?': url,
    }),
    tools: list(tool(capabilities)),
    capabilities,
    'capabilityDetails?': (value, path, report) => {
      const ids = Object.keys(Object(value) as object);
      object(Object.fromEntries(ids.map((id) => [id, details])))(value, path, report);
    },
    'config?': only({
      'timeout?': timeout,
      'sandbox?': text(/^(worker|iframe|ses|wasm)$/),
      'maxConcurrent?': integer(1, 10),
    }),
  });

/** Finds the issues of a manifest: its shape, duplicate names, undeclared capabilities. */
export function checkManifest(value: unknown, capability: string): readonly Issue[] {
  const issues: Issue[] = [];
  const report: Report = (path, keyword, problem) => {
    issues.push({ path, keyword, message: `${path || 'the manifest'} ${problem}` });
  };
  manifest(list(short(new RegExp(capability))))(value, '', report);
  // Further checks need a manifest of the right shape.
  if (issues.length === 0) checkNames(value as Manifest, report);
  return issues;
}

function checkNames(checked: Manifest, report: Report): void {
  const { tools } = checked;
  if (tools.length === 0) report('/tools', 'minItems', 'must not be empty');
  const names = new Set<string>();
  const declared = new Set(checked.capabilities);
  tools.forEach(({ name, capabilities: needed }, index) => {
    if (names.has(name)) report(`/tools/${index}/name`, 'uniqueItems', `is taken: ${name}`);
    names.add(name);
    for (const id of needed) {
      if (!declared.has(id)) report('/capabilities', 'contains', `must have ${id}, as ${name} needs it`);
    }
  });
}
