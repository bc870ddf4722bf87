import type { Plugin } from 'vite';
import { type BTCPPluginOptions, buildTools } from './build-tools.ts';
import { keepRegistered } from './hot-page.ts';
import { stripSchemas } from './strip/strip-schemas.ts';

/**
 * Builds tools when Vite starts and whenever they change, as `btcp build --watch` does. In a page that is developed, a newer
 * build is registered in the place of the older one; a page's bundle is without the tools' schemas.
 *
 * @example
 * // vite.config.ts
 * export default defineConfig({ plugins: [btcp()] });
 */
export function btcp(options: BTCPPluginOptions = {}): Plugin[] {
  return [buildTools(options), keepRegistered(), stripSchemas()];
}
