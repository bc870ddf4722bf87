import { setFailureDetails } from '@btcp/core';
import type * as FailureTexts from './failure-texts.ts';

/** Milliseconds that a failed call waits at most, before its error goes without words. */
const TIMEOUT = 3000;

let texts: typeof FailureTexts | undefined;
let loading: Promise<void> | undefined;

/**
 * What a client says when something fails, once it is loaded. Bundlers for pages take this file in the place of
 * `texts-at-once.ts`, by the condition `browser` of package.json's `imports`.
 */
export function failureTexts(): typeof FailureTexts | undefined {
  return texts;
}

/** Loads what failed calls need. Never rejects, and takes no longer than `TIMEOUT`: without a network there is none. */
export function loadFailureTexts(): Promise<void> {
  return (loading ??= Promise.race([load(), new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT))]));
}

async function load(): Promise<void> {
  try {
    texts = await import('./failure-texts.ts');
    setFailureDetails(texts.FAILURE_DETAILS);
  } catch {
    // The next failed call tries again.
    loading = undefined;
  }
}

/** Does something when that is loaded, or cannot be: at once, but in the first moments of a page. */
export function whenLoaded(act: (loaded: typeof texts) => void): void {
  if (texts) act(texts);
  else void loadFailureTexts().then(() => act(texts));
}

/** Loads it while the page does nothing else, so that later errors need no network. */
export function loadWhenIdle(): void {
  // Safari has no `requestIdleCallback`.
  (globalThis.requestIdleCallback ?? setTimeout)(() => void loadFailureTexts());
}
