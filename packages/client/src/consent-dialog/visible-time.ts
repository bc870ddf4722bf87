/** Options that only some browsers know: that they also tell whether something covers, fades or distorts an element. */
const OPTIONS: IntersectionObserverInit & { readonly trackVisibility: boolean; readonly delay: number } = {
  threshold: [0, 0.99],
  trackVisibility: true,
  delay: 100, // milliseconds, the least that they take
};

/** The time that an element is in view without interruption. */
export interface VisibleTime {
  /** Milliseconds until now; 0 while it is not in view. */
  readonly milliseconds: () => number;
  readonly stop: () => void;
}

/**
 * Measures for how long an element, which is shown now, is in view as a whole. Where the browser can tell, with nothing
 * above it, also of pages around this one, and neither faded nor distorted.
 */
export function measureVisibleTime(element: Element): VisibleTime {
  const started = performance.now();
  let since: number | undefined;
  let wasHidden = false;
  const observer = new IntersectionObserver((entries) => {
    const last: (IntersectionObserverEntry & { readonly isVisible?: boolean }) | undefined = entries.at(-1);
    if (last && last.intersectionRatio >= 0.99 && (last.isVisible ?? true)) {
      since ??= wasHidden ? performance.now() : started;
    } else {
      since = undefined;
      wasHidden = true;
    }
  }, OPTIONS);
  observer.observe(element);
  return {
    milliseconds: () => (since === undefined ? 0 : performance.now() - since),
    stop: () => observer.disconnect(),
  };
}
