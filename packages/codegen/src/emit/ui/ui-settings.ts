import type { LoadedConfig } from '../../config/loaded-config.ts';

export type UiSettings = Pick<LoadedConfig, 'root' | 'tsconfig' | 'ui'>;

/** The media types of files that a document can hold, by extension. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt',
};

/** Whether the config lets documents load a URL. */
export function isAllowed(url: string, { ui }: UiSettings): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, protocol, host } = new URL(url);
  return (ui?.resourceDomains ?? []).some((domain) => {
    const [scheme = '', pattern = ''] = domain.split('://');
    return pattern.startsWith('*.')
      ? protocol === `${scheme}:` && host.endsWith(pattern.slice(1))
      : URL.canParse(domain) && origin === new URL(domain).origin;
  });
}
