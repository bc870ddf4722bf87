/** Milliseconds that an element is in view, without interruption, until it counts as seen. */
export const SEEN_AFTER = 500;

/** Smaller than this share of its size, text is too small to read. */
const LEAST_SCALE = 0.5;

/** The share of an element that has to be in view: a scrolled edge is rounded to whole pixels, and cuts no letter. */
const LEAST_RATIO = 0.95;

/** Options that only some browsers know: that they also tell whether something covers, fades or distorts an element. */
const OPTIONS: IntersectionObserverInit & { readonly trackVisibility: boolean; readonly delay: number } = {
  threshold: [0, LEAST_RATIO],
  trackVisibility: true,
  delay: 100, // milliseconds, the least that they take
};

export interface SeenElements {
  /** Whether the element is in view, and has been for long enough, without interruption. */
  readonly isSeen: (element: Element) => boolean;
  /** Whether it is, or was at any time before. */
  readonly wasSeen: (element: Element) => boolean;
  readonly stop: () => void;
}

/**
 * Tells which elements a user has seen: as a whole, not clipped by anything around them, at a size that can be read.
 * Where the browser can tell, with nothing above them, also of pages around this one, and neither faded nor distorted.
 *
 * @param elements - At least one.
 * @param onFrame - Called after each look, which is one per rendered frame.
 */
export function watchSeen(elements: readonly Element[], onFrame: () => void): SeenElements {
  const since = new Map<Element, number>();
  const now = new Set<Element>();
  const ever = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries: readonly (IntersectionObserverEntry & { readonly isVisible?: boolean })[]) => {
      for (const { target, time, intersectionRatio, isVisible = true } of entries) {
        if (intersectionRatio < LEAST_RATIO || !isVisible) since.delete(target);
        else if (!since.has(target)) since.set(target, time);
      }
    },
    OPTIONS,
  );
  let last = performance.now();
  const look = (time: number): void => {
    // Without frames, as in a tab in the background, nothing was seen.
    const isShown = time - last < SEEN_AFTER && elements.every(isLegible);
    last = time;
    now.clear();
    for (const [element, start] of since) {
      if (!isShown) since.set(element, time);
      else if (time - start >= SEEN_AFTER) now.add(element);
    }
    for (const element of now) ever.add(element);
    onFrame();
    frame = requestAnimationFrame(look);
  };
  let frame = requestAnimationFrame(look);
  for (const element of elements) observer.observe(element);
  return {
    isSeen: (element) => now.has(element),
    wasSeen: (element) => ever.has(element),
    stop: () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}

/** Whether the page does not shrink it: by `zoom`, which the browser's own zoom does not change, or by its viewport. */
function isLegible({ currentCSSZoom = 1 }: { readonly currentCSSZoom?: number }): boolean {
  return currentCSSZoom * (visualViewport?.scale ?? 1) >= LEAST_SCALE;
}
