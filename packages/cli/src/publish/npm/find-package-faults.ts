import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, posix, relative, sep } from 'node:path';
import type { LoadedConfig } from '@btcp/codegen';
import { importsOf } from '@btcp/codegen/internal';
import type { Manifest } from '@btcp/core';
import { getOwn, isObject } from '@btcp/schema/internal';
import { tryJson } from '@btcp/core/internal';
import { isServerName, SERVER_NAME } from '../settings.ts';
import { textAt, UI_FOLDER } from '../../system/write-files.ts';
import { type PackageFields, textField } from '../../system/read-package.ts';

interface PackedPackage {
  readonly config: Pick<LoadedConfig, 'root' | 'outDir' | 'publish'>;
  readonly fields: PackageFields;
  /** What the tarball would contain, relative to the package's folder. */
  readonly files: ReadonlySet<string>;
}

/** The version of a manifest is the package's, so that `npm:<name>@<version>` names both. */
type PackedManifest = Pick<Manifest, 'version' | 'tools'>;

/** Finds what keeps a package from being used as one with tools; each sentence says what to write. */
export async function findPackageFaults(
  packed: PackedPackage,
  manifest: PackedManifest,
): Promise<readonly string[]> {
  const { fields, config } = packed;
  const version = textField(fields, 'version') ?? '';
  const name = config.publish?.name;
  return [
    ...(fields['private'] === true ? ['"private": true keeps npm from publishing; take it out.'] : []),
    ...(version === manifest.version
      ? []
      : [`"version" is "${version}", and the manifest's ${manifest.version}; make them equal, and build.`]),
    ...findNameFaults(fields, name),
    ...findManifestFaults(packed, manifest),
    ...['client', 'registration'].flatMap((part) => findCodeFaults(packed, part)),
    ...findMissingPrograms(packed),
    ...findLocalDependencies(fields),
    ...(await findPackedKeys(packed)),
    ...(await findStaleCode(packed)),
    ...(await findMissingDependencies(packed)),
  ];
}

function findNameFaults(fields: PackageFields, name: string | undefined): readonly string[] {
  const { mcpName } = fields;
  if (name !== undefined)
    return mcpName === name
      ? []
      : [`"mcpName" is not \`publish.name\` of the config; write "mcpName": "${name}".`];
  return mcpName === undefined || (typeof mcpName === 'string' && isServerName(mcpName))
    ? []
    : [`"mcpName" is ${JSON.stringify(mcpName)}, which the MCP registry refuses: it takes ${SERVER_NAME}.`];
}

function findManifestFaults(
  { fields, files, config }: PackedPackage,
  { tools }: PackedManifest,
): readonly string[] {
  const own = `./${relative(config.root, join(config.outDir, 'manifest.json')).split(sep).join('/')}`;
  const faults: string[] = [];
  if (textField(fields, 'btcp') !== own)
    faults.push(`"btcp" does not name the manifest; write "btcp": "${own}".`);
  if (targetOf(fields, './manifest.json') !== own)
    faults.push(`"exports" lacks the manifest; add "./manifest.json": "${own}".`);
  if (!files.has(posix.normalize(own)))
    faults.push(`${own} is not packed; add "${posix.normalize(own)}" to "files".`);
  for (const { name } of tools.filter(({ ui }) => ui)) {
    const document = posix.join(posix.dirname(own), UI_FOLDER, `${name}.html`);
    if (!files.has(document))
      faults.push(`${document} is not packed; add "${posix.dirname(document)}" to "files".`);
  }
  return faults;
}

/** A registration that was compiled before the last build would run other tools than the manifest says. */
async function findStaleCode({ fields, files, config }: PackedPackage): Promise<readonly string[]> {
  const code = targetOf(fields, './registration') ?? '';
  if (!files.has(posix.normalize(code)) || !code.endsWith('js')) return [];
  const built = await readFile(join(config.outDir, 'registration.ts'), 'utf8');
  const manifest = /parseBuiltManifest(`(?:[^`\\]|\\.)*`)/s.exec(built)?.[1] ?? '';
  // A bundler may have put it into another file.
  for (const path of [code, ...files].filter((file) => /\.[cm]?js$/.test(file)))
    if ((await readFile(join(config.root, path), 'utf8')).includes(manifest)) return [];
  return [
    `${code} is not compiled from the current build; compile it in a script "prepack", which npm runs.`,
  ];
}

/** npm leaves out a program that is not there, and says nothing. */
const findMissingPrograms = ({ fields: { bin }, files }: PackedPackage): readonly string[] =>
  (isObject(bin) ? Object.values(bin) : [bin])
    .filter((path): path is string => typeof path === 'string' && !files.has(posix.normalize(path)))
    .map((path) => `"bin" names ${path}, which is not packed; make it, or take it out.`);

/** npm publishes these as they are, unlike pnpm and Yarn, and nobody can install them. */
const findLocalDependencies = (fields: PackageFields): readonly string[] =>
  INSTALLED.flatMap((kind) =>
    Object.entries(Object(fields[kind]) as object)
      .filter(([, range]) => /^(?:workspace|catalog|file|link|portal):/.test(String(range)))
      .map(
        ([name, range]) =>
          `"${kind}" has ${name} as "${String(range)}", which npm publishes as it is, and nobody can install; write a version, such as "^1.0.0".`,
      ),
  );

/** Without `files`, npm packs all that is in the folder, where `btcp sign --new-key` may have written a private key. */
async function findPackedKeys({ config: { root }, files }: PackedPackage): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const path of files) {
    const key = tryJson((await textAt(join(root, path))) ?? '');
    if (isObject(key) && typeof key['kty'] === 'string' && Object.hasOwn(key, 'd'))
      faults.push(`${path} is packed, a private key; keep it in another folder.`);
  }
  return faults;
}

/** Node runs no TypeScript of an installed package, so code must be compiled; its types stand beside. */
function findCodeFaults({ fields, files, config }: PackedPackage, part: string): readonly string[] {
  const subpath = `./${part}`;
  const folder = `./dist/${relative(config.root, config.outDir).split(sep).join('/')}`;
  const example = `"${subpath}": { "types": "${folder}/${part}.d.ts", "default": "${folder}/${part}.js" }`;
  const code = targetOf(fields, subpath);
  if (code === undefined) return [`"exports" lacks the ${part}; compile it, and add ${example}.`];
  if (!/\.[cm]?js$/.test(code))
    return [
      `"exports" names ${code} for the ${part}, which Node cannot run; compile it, and write ${example}.`,
    ];
  const types = targetOf(fields, subpath, ['types', ...CONDITIONS]) ?? '';
  return [
    code,
    /\.d\.[cm]?ts$/.test(types) ? types : code.replace(/js$/, 'd.ts').replace(/\.([cm])d\.ts$/, '.d.$1ts'),
  ]
    .filter((path) => !files.has(posix.normalize(path)))
    .map((path) => `${path} is not packed; compile it, and add it to "files".`);
}

/** The code and the types of the client and the registration. */
const entriesOf = (fields: PackageFields): readonly string[] =>
  ['./client', './registration'].flatMap((subpath) =>
    [targetOf(fields, subpath), targetOf(fields, subpath, ['types', ...CONDITIONS])].flatMap((path) =>
      path === undefined ? [] : posix.normalize(path),
    ),
  );

const CONDITIONS = ['node', 'import', 'default'];

/** The file behind a subpath of `exports`. */
function targetOf(
  { exports }: PackageFields,
  subpath: string,
  conditions: readonly string[] = CONDITIONS,
): string | undefined {
  let target = isObject(exports) ? getOwn(exports, subpath) : undefined;
  while (isObject(target)) {
    const [, next] = Object.entries(target).find(([condition]) => conditions.includes(condition)) ?? [];
    target = next;
  }
  return typeof target === 'string' ? target : undefined;
}

/** Finds the packages that code and types import, and that nobody gets who installs the package. */
async function findMissingDependencies({
  config: { root },
  fields,
  files,
}: PackedPackage): Promise<readonly string[]> {
  const pending = entriesOf(fields).filter((path) => files.has(path));
  const seen = new Set(pending);
  const importers = new Map<string, string>();
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    for (const specifier of await importsOf(await readFile(join(root, path), 'utf8'))) {
      if (!/^[./#]/.test(specifier)) importers.set(packageOf(specifier), path);
      for (const next of specifier.startsWith('.') ? namesOf(posix.join(path, '..', specifier)) : [])
        if (files.has(next) && !seen.has(next)) pending.push((seen.add(next), next));
    }
  }
  const missing = [...importers]
    .filter(([name]) => !isBuiltin(name) && !isInstalled(fields, name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return missing.map(
    ([name, path]) =>
      `"dependencies" lacks ${name}, which ${path} imports; add it by \`npm install ${name}\`.`,
  );
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The files that an import may mean: code, and the types beside it. */
function namesOf(path: string): readonly string[] {
  const types = path.replace(/\.([cm]?)[jt]s$/, '.d.$1ts');
  return [path, types, `${path}.js`, `${path}.d.ts`, `${path}/index.js`, `${path}/index.d.ts`];
}

const INSTALLED = ['dependencies', 'peerDependencies', 'optionalDependencies'];

const isInstalled = (fields: PackageFields, name: string): boolean =>
  textField(fields, 'name') === name ||
  INSTALLED.some((kind) => Object.hasOwn(Object(fields[kind]) as object, name));
