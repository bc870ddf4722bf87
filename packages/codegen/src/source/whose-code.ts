import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The origin of a file: the browser, the language, Node, a package, the toolkit, or the author. */
export type Origin = 'platform' | 'language' | 'node' | 'dependency' | 'toolkit' | 'project';

/** Packages whose functions are pure. */
export const TOOLKIT: ReadonlySet<string> = new Set([
  '@btcp/core',
  '@btcp/schema',
  '@sinclair/typebox',
  'typebox',
]);

const LIBRARY =
  /^bundled:|\/node_modules\/(?:typescript[^/]*|@typescript\/[^/]+)\/(?:.*\/)?lib[./]|\/node_modules\/@types\/web\//;
const PLATFORM = /\/lib\.(?:dom|webworker|scripthost)\b|@typescript\/lib-(?:dom|webworker)|@types\/web\//;
const NODE_TYPES = /\/node_modules\/(?:@types\/node|undici-types)\//;

const origins = new Map<string, Origin>();
const packageNames = new Map<string, string | undefined>();

export function originOf(path: string): Origin {
  let origin = origins.get(path);
  if (!origin) origins.set(path, (origin = originOfFile(path)));
  return origin;
}

function originOfFile(path: string): Origin {
  if (LIBRARY.test(path)) return PLATFORM.test(path) ? 'platform' : 'language';
  if (NODE_TYPES.test(path)) return 'node';
  const name = packageNameOf(dirname(path));
  if (name !== undefined && TOOLKIT.has(name)) return 'toolkit';
  return path.includes('/node_modules/') ? 'dependency' : 'project';
}

// In a workspace, a package's files are not below node_modules.
function packageNameOf(folder: string): string | undefined {
  if (packageNames.has(folder)) return packageNames.get(folder);
  const above = dirname(folder);
  const name =
    readPackageName(`${folder}/package.json`) ?? (above === folder ? undefined : packageNameOf(above));
  packageNames.set(folder, name);
  return name;
}

function readPackageName(path: string): string | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const isNamed = typeof read === 'object' && read !== null && 'name' in read;
    return isNamed && typeof read.name === 'string' ? read.name : undefined;
  } catch {
    return undefined; // most folders have none
  }
}
