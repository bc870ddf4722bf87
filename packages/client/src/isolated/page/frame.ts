import { FRAME_PAGE, type Credit } from '@btcp/core/isolated';
import type { LevelParts, Realm, RealmEvents, StartRealm } from '../realm.ts';

/** Milliseconds until a file that is not read counts as missing. */
const TIMEOUT = 10_000;

export async function readScript(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) }).catch((error: unknown) => {
    throw new Error(`${String(error)}; a policy of the page needs \`connect-src 'self'\``);
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.text();
}

export async function findFrame({ script, page }: LevelParts): Promise<StartRealm> {
  if (!globalThis.document) throw new Error('the level `iframe` needs a page; ask for `wasm`');
  if (page === undefined)
    throw new Error(
      'there is no URL of btcp-isolated.html: a build for `wasm` writes none, so pass one as `isolation.page`',
    );
  if (isInForeignFrame())
    throw new Error(
      "this page is in a frame of another origin, which could put a page of its own in the tools' place; send `frame-ancestors 'self'`, or ask for `wasm`",
    );
  // What another server answers to the frame need not be what it answers to the check below.
  if (new URL(page, document.baseURI).origin !== location.origin)
    throw new Error(
      `${page} is not of this page's origin; serve btcp-isolated.html beside the page's script`,
    );
  // While the first frame loads, which takes longer.
  const checked = Promise.all([script, checkPage(page)]).then(([text]) => text);
  return (events) => startFrame(checked, page, events);
}

/** Any page around this one may navigate its frames, also before the tools' frame has loaded and gets its port. */
const isInForeignFrame = (page: Window = window): boolean =>
  page.parent !== page && (!page.frameElement || isInForeignFrame(page.parent));

/** @throws Error where a server answers with some other page, which would run the tools under its own policy. */
async function checkPage(page: string): Promise<void> {
  const found = await readScript(page).catch((error: unknown) => (error as Error).message);
  if (found === FRAME_PAGE) return;
  const start = JSON.stringify(found.slice(0, 60));
  // After whatever a development server adds at the beginning.
  if (found.includes(FRAME_PAGE.slice(-500)))
    throw new Error(
      `${page} is served with additions, perhaps by a development server, and must be as it was built: ${start}`,
    );
  throw new Error(`${page} is not the btcp-isolated.html of this version of @btcp/core, but ${start}`);
}

/** Shows nothing: a frame without `allow-same-origin`, whose worker runs the tools. */
function startFrame(script: Promise<string>, page: string, { receive, end }: RealmEvents): Realm {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data));
  port1.start();
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (/^(frame|child|default)-src$/.test(effectiveDirective))
      end(`the page's policy has no \`frame-src 'self'\``);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.hidden = true;
  frame.src = page;
  let loads = 0;
  frame.addEventListener('load', () => {
    if (++loads > 1) return end('left its page');
    document.removeEventListener('securitypolicyviolation', onViolation);
    script.then(
      // Its origin is opaque, so that it cannot be named; the script is no secret.
      (text) => frame.contentWindow?.postMessage(text, '*', [port2]),
      () => undefined,
    );
  });
  script.catch((error: unknown) => end((error as Error).message));
  const root = document.documentElement;
  root.append(frame);
  const removed = new MutationObserver(() => {
    if (!frame.isConnected) end('was removed from the page');
  });
  removed.observe(root, { childList: true });
  return {
    send: (message: string | Credit) => port1.postMessage(message),
    close: () => {
      removed.disconnect();
      document.removeEventListener('securitypolicyviolation', onViolation);
      frame.remove();
      port1.close();
    },
  };
}
