import { build, type BuildResult, type BuildStage } from '@btcp/codegen';
import type { Plugin, ResolvedConfig } from 'vite';
import { errorOf, warningsOf } from './diagnostics.ts';
import { HotPage } from './hot-page.ts';
import type { BtcpPluginOptions } from './plugin-options.ts';

/** Builds the tools: once for a bundle, and with a session that stays open in a development server. */
export function buildTools({ config: configFile }: BtcpPluginOptions): Plugin {
  let config: ResolvedConfig;
  let page: HotPage | undefined;
  let once: Promise<BuildResult> | undefined;
  let first: Promise<unknown> | undefined;
  let last: Promise<unknown> | undefined;
  const stopped = new AbortController();
  const options = (): Parameters<typeof build>[0] => ({
    cwd: config.root,
    ...(configFile !== undefined && { configFile }),
  });
  const warn = (result: BuildResult): void =>
    warningsOf(result).forEach((text) => config.logger.warn(`[btcp] ${text}`));

  const onStage = (stage: BuildStage): void => {
    if (stage === 'write') page?.expectFiles();
  };

  /** @returns When the first build has ended. */
  const watch = (shown: HotPage): Promise<unknown> => {
    const built = new Promise<void>((resolve) => {
      const onBuild = (result: BuildResult): void => {
        warn(result);
        shown.show(result);
        resolve();
      };
      const { signal } = stopped;
      last = build({ ...options(), watch: true, signal, onBuild, onStage }).catch((error: unknown) =>
        config.logger.error(`[btcp] Builds no longer: ${String(error)}`),
      );
    });
    return Promise.race([built, last]);
  };

  return {
    name: 'btcp:build',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      // Tests run what was built; each of their processes would build it again.
      if (config.plugins.some(({ name }) => name === 'vitest')) return;
      page = new HotPage(server);
      first = watch(page);
    },
    async buildStart() {
      // Before anything looks for the files.
      if (config.command === 'serve') {
        await first;
        return;
      }
      // Environments are built one after the other, or together.
      const result = await (once ??= build(options()));
      const error = errorOf(result);
      if (error) this.error(error);
      warn(result);
    },
    buildEnd() {
      once = undefined;
    },
    async closeBundle() {
      if (config.command === 'serve') stopped.abort();
      await last;
    },
    async hotUpdate({ file, read }) {
      return (await page?.hasUpdated(file, read)) ? [] : undefined;
    },
  };
}
