import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build, type BuildResult, type BuildStage, type FileRead } from '@btcp/codegen';
import type { Plugin, ResolvedConfig } from 'vite';
import { errorOf, lineOf, HotPage } from './hot-page.ts';

/** Options of the plugin. */
export interface BTCPPluginOptions {
  /** The config file's path, relative to Vite's root. Default: `btcp.config.ts`. */
  readonly configFile?: string;
}

type HotUpdate = Extract<NonNullable<Plugin['hotUpdate']>, (...given: never[]) => unknown>;

/** Milliseconds in which pages load what was built, before the next build is prepared. */
const PAGE_FIRST = 150;

/**
 * What the page's code, a registration and tools import, and what that needs; frameworks find it only while a page, or a
 * route, loads, and reload the page.
 */
const IMPORTED: Readonly<Record<string, readonly string[]>> = {
  '@btcp/adapters/webmcp': ['@btcp/adapters'],
  '@btcp/client': ['@btcp/client'],
  '@btcp/client/consent-dialog': ['@btcp/client'],
  '@btcp/client/react': ['@btcp/client', 'react'],
  '@btcp/core': ['@btcp/core'],
  '@btcp/schema/runtime': ['@btcp/schema'],
  '@sinclair/typebox': ['@sinclair/typebox'],
  valibot: ['valibot'],
  zod: ['zod'],
};

/** Those of them that an app has, not only as a link to what may change. */
function installed(root: string): string[] {
  const { resolve: resolver } = createRequire(join(root, 'vite.config.js'));
  const isInstalled = (name: string): boolean => {
    const folders = resolver.paths(name) ?? [];
    // Vite does not look into those of NODE_PATH, where pnpm's commands have every package of a workspace.
    const above = folders.filter((each) => isWithin(root, dirname(each)));
    const folder = above.find((each) => existsSync(join(each, name)));
    return folder !== undefined && realpathSync(join(folder, name)).includes('node_modules');
  };
  return Object.keys(IMPORTED).filter((specifier) => IMPORTED[specifier]?.every(isInstalled));
}

/**
 * What a bundler has to watch besides the modules that it bundles: what a build read, where its errors are, and the folders
 * in which a tool may be added, without those above the project's files and the bundles, which change at each build.
 */
function watchedBy({ root, outDir, diagnostics }: BuildResult, output: string): readonly string[] {
  // A build with errors writes none.
  const stamp = outDir === undefined ? '{}' : readFileSync(join(outDir, 'sources.json'), 'utf8');
  const { config, files = {} } = JSON.parse(stamp) as { config?: string; files?: Record<string, string> };
  const paths = [...Object.keys(files), ...diagnostics.map(({ file }) => file)].map((file) =>
    resolve(root, file),
  );
  const folders = paths
    .map((path) => dirname(path))
    .filter((folder) => ![output, root].some((each) => isWithin(each, folder)));
  return [...paths, ...new Set(folders), ...(config && outDir ? [resolve(outDir, config)] : [])];
}

const isWithin = (path: string, folder: string): boolean => `${path}${sep}`.startsWith(join(folder, sep));

/** Builds the tools: once for a bundle, and with a session that stays open in a development server. */
export function buildTools({ configFile }: BTCPPluginOptions): Plugin[] {
  let config: ResolvedConfig;
  // Frameworks such as Nuxt have a server for pages and one for themselves, with the same plugin.
  const pages: HotPage[] = [];
  let latest: Parameters<HotPage['show']> | undefined;
  let once: Promise<BuildResult> | undefined;
  let first: Promise<unknown> | undefined;
  let last: Promise<unknown> | undefined;
  const stopped = new AbortController();
  const options = (): Parameters<typeof build>[0] => ({
    cwd: config.root,
    ...(configFile !== undefined && { configFile }),
  });
  // What stands is not said again at each build, even if it moves; a build with errors does not find every warning.
  let said: readonly string[] = [];
  const report = ({ ok, diagnostics }: BuildResult): void => {
    const before = new Set(said);
    said = ok ? [] : said.filter((each) => each.startsWith('warning'));
    for (const each of diagnostics) {
      const { severity, file, id, message } = each;
      const key = [severity, file, id, message].join(' ');
      if (!before.has(key)) config.logger[severity === 'error' ? 'error' : 'warn'](`[btcp] ${lineOf(each)}`);
      said = [...said, key];
    }
  };

  const onStage = (stage: BuildStage): void => pages.forEach((page) => page.enter(stage));

  /** @returns When the first build has ended. */
  const watch = (): Promise<unknown> => {
    const built = new Promise<void>((resolve) => {
      const onBuild = async (result: BuildResult, readOf: (path: string) => FileRead): Promise<void> => {
        report(result);
        latest = [result, readOf];
        for (const page of pages) page.show(result, readOf);
        resolve();
        await delay(PAGE_FIRST);
      };
      const { signal } = stopped;
      last = build({ ...options(), watch: true, signal, onBuild, onStage }).catch((error: unknown) => {
        for (const page of pages) page.stop();
        config.logger.error(`[btcp] Builds no longer: ${String(error)}`);
      });
    });
    return Promise.race([built, last]);
  };

  const holdBack = async function (this, { file, read, modules }) {
    const page = pages.find((each) => each.serves(this.environment));
    return (await page?.hasUpdated(file, read)) || page?.hold(this.environment, modules) ? [] : undefined;
  } satisfies HotUpdate;

  const plugin: Plugin = {
    name: 'btcp:build',
    config: ({ root = '.' }) => ({ optimizeDeps: { include: installed(resolve(root)) } }),
    configResolved(resolved) {
      // Vite has had environments since its version 6.
      if (!('environments' in resolved))
        throw new Error(
          '@btcp/vite needs Vite 6 or later. With this one, leave the plugin out: run `btcp build` before Vite, and `btcp build --watch` beside it.',
        );
      config = resolved;
    },
    configureServer(server) {
      // Tests run what was built; each of their processes would build it again.
      if (config.plugins.some(({ name }) => name === 'vitest')) return;
      const page = new HotPage(server);
      pages.push(page);
      if (latest) page.show(...latest);
      first ??= watch();
    },
    async buildStart() {
      // Before anything looks for the files.
      if (config.command === 'serve') {
        await first;
        return;
      }
      // Environments are built one after the other, or together.
      const result = await (once ??= build(options()));
      if (this.meta.watchMode)
        for (const path of watchedBy(result, resolve(config.root, config.build.outDir)))
          this.addWatchFile(path);
      const error = errorOf(result);
      if (error) this.error(error);
      report(result);
    },
    buildEnd() {
      once = undefined;
    },
    async closeBundle() {
      if (config.command === 'serve') stopped.abort();
      await last;
    },
    hotUpdate: { order: 'pre', handler: holdBack },
  };
  // Frameworks have hooks of their own, which may reload one of several files that a build writes: the first call keeps
  // modules from them, the last one takes out those that Vite has added again for a hook of its version 5.
  return [plugin, { name: 'btcp:hold-back', hotUpdate: { order: 'post', handler: holdBack } }];
}
