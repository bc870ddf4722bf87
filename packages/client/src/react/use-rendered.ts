import { useCallback, useEffect, useReducer, useRef } from 'react';

/** Milliseconds after which nobody waits any longer, as for a component that is suspended. */
const LONGEST_WAIT = 1000;

/**
 * A function whose promise resolves when React has committed all updates before the call, and has run their effects; also
 * when the component is gone, and after a second. It does not wait for transitions.
 */
export function useRendered(): () => Promise<void> {
  const [rendered, render] = useReducer((before: number) => before + 1, 0);
  const asked = useRef(0);
  const isMounted = useRef(false);
  const waiting = useRef(new Map<number, () => void>());
  const settle = useCallback((last: number): void => {
    for (const [turn, done] of waiting.current) if (turn <= last) done();
  }, []);

  // React renders updates of the same priority together: with this one, those before it.
  useEffect(() => settle(rendered), [settle, rendered]);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      settle(Infinity);
    };
  }, [settle]);

  return useCallback(
    () =>
      new Promise<void>((resolve) => {
        if (!isMounted.current) return resolve();
        const turn = ++asked.current;
        const timer = setTimeout(() => done(), LONGEST_WAIT);
        const done = (): void => {
          clearTimeout(timer);
          waiting.current.delete(turn);
          resolve();
        };
        waiting.current.set(turn, done);
        render();
      }),
    [],
  );
}
