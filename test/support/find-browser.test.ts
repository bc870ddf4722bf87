import { describe, expect, it } from 'vitest';
import { findBrowser, NO_BROWSER, skipsBrowser } from './find-browser.ts';

const only =
  (...paths: string[]) =>
  (path: string): boolean =>
    paths.includes(path);

describe('findBrowser', () => {
  it('takes the one that the environment names', () => {
    const env = { BTCP_BROWSER: '/opt/mine/chrome', PATH: '/usr/bin' };
    const isExecutable = only('/opt/mine/chrome', '/usr/bin/chromium');
    expect(findBrowser({ env, platform: 'linux', isExecutable })).toBe('/opt/mine/chrome');
  });

  it('refuses a named one that is not there, and says what to do', () => {
    const env = { BTCP_BROWSER: '/nowhere/chrome', PATH: '/usr/bin' };
    expect(() => findBrowser({ env, platform: 'linux', isExecutable: only('/usr/bin/chromium') })).toThrow(
      'BTCP_BROWSER is "/nowhere/chrome", which is not a file that can be run: No Chromium or Chrome was found: ' +
        'install one (Debian: apt-get install chromium), set BTCP_BROWSER to its executable, or set ' +
        'BTCP_BROWSER=skip to skip the browser tests.',
    );
  });

  it('prefers the PATH to the usual places', () => {
    const env = { PATH: '/home/ann/bin:/bin' };
    const isExecutable = only('/usr/bin/chromium', '/home/ann/bin/google-chrome');
    expect(findBrowser({ env, platform: 'linux', isExecutable })).toBe('/home/ann/bin/google-chrome');
  });

  it.each([
    ['linux', '/snap/bin/chromium'],
    ['linux', '/opt/google/chrome/chrome'],
    ['darwin', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['darwin', '/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium'],
    ['win32', 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
    ['win32', 'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe'],
  ] as const)('looks in the usual places of %s: %s', (platform, path) => {
    const env = { PATH: '', PROGRAMFILES: 'C:\\Program Files' };
    expect(findBrowser({ env, platform, home: '/Users/ann', isExecutable: only(path) })).toBe(path);
  });

  it('finds nothing where there is nothing', () => {
    expect(findBrowser({ env: {}, platform: 'linux', isExecutable: () => false })).toBeUndefined();
    expect(NO_BROWSER.split(/\.\s/)).toHaveLength(1);
  });
});

describe('skipsBrowser', () => {
  it('is asked for by the variable alone', () => {
    expect(skipsBrowser({ BTCP_BROWSER: 'skip' })).toBe(true);
    expect(skipsBrowser({ BTCP_BROWSER: '/usr/bin/chromium' })).toBe(false);
    expect(skipsBrowser({})).toBe(false);
  });
});
