import type { Plugin } from 'vite';
import { type BTCPPluginOptions, buildTools } from './build-tools.ts';
import { keepRegistered } from './hot-page.ts';
import { stripSchemas } from './strip/strip-schemas.ts';

/**
 * Builds tools when Vite starts and whenever they change, as `btcp build --watch` does. In a page that is developed, a newer
 * build is registered in the place of the older one; a page's bundle is without the tools' schemas.
 *
 * @throws Error for an unknown option.
 * @example
 * // vite.config.ts
 * export default defineConfig({ plugins: [btcp()] });
 */
export function btcp(options: BTCPPluginOptions = {}): Plugin[] {
  // Vite checks no types: with another name the tools of the folder's own config would be built.
  const unknown = Object.keys(options).find((name) => name !== 'configFile');
  if (unknown !== undefined) throw new Error(`btcp() has no option "${unknown}", only \`configFile\`.`);
  return [...buildTools(options), keepRegistered(), stripSchemas()];
}
