import * as texts from './failure-texts.ts';

/** What a client says when something fails. */
export function failureTexts(): typeof texts | undefined {
  return texts;
}

/** Does nothing, as there is nothing to load. */
export async function loadFailureTexts(): Promise<void> {}

/** Does something at once. */
export function whenLoaded(act: (loaded: typeof texts | undefined) => void): void {
  act(texts);
}

/** Does nothing, as there is nothing to load. */
export function loadWhenIdle(): void {}
