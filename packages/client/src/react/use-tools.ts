import type { Registration } from '@btcp/core';
import {
  useContext,
  useEffect,
  useInsertionEffect,
  useRef,
  useCallback,
  useReducer,
  type Context,
  createContext,
} from 'react';
import type { BTCPClient } from '../client.ts';
import type { UseOptions } from '../client-options.ts';

/** The client of the components below: `<ClientContext value={client}>`; before React 19, `<ClientContext.Provider value={client}>`. */
export const ClientContext: Context<BTCPClient | undefined> = createContext<BTCPClient | undefined>(
  undefined,
);

/** Options of `useTools`. */
export interface ToolsOptions extends Omit<UseOptions, 'afterRun'> {
  /** Default: that of the nearest `ClientContext`. */
  readonly client?: BTCPClient;
}

/**
 * Registers tools while a component is mounted. Each call gets the `context` of the last render, and ends when React has
 * rendered what its tool changed. A registration that fails is reported as an uncaught error.
 *
 * @param registration - The one that `btcp build` wrote.
 * @throws Error without a client.
 *
 * @example
 * const [tasks, setTasks] = useState<readonly Task[]>([]);
 * useTools(registration, { context: { tasks, setTasks } });
 */
export function useTools(registration: Registration, options: ToolsOptions = {}): void {
  const provided = useContext(ClientContext);
  const { client = provided, ...rest } = options;
  if (!client)
    throw new Error(
      'useTools has no client: pass { client }, or render it below <ClientContext value={client}>.',
    );
  const latest = useRef(rest);
  useInsertionEffect(() => {
    latest.current = rest;
  });
  const afterRun = useRendered();
  useEffect(() => {
    const first = latest.current;
    const context = (): object => {
      const { context: current = {} } = latest.current;
      return typeof current === 'function' ? current() : current;
    };
    const handle = client.use(registration, {
      ...first,
      ...(first.context && { context }),
      afterRun,
    });
    return handle.dispose;
  }, [client, registration, afterRun]);
}

/** Milliseconds after which nobody waits any longer, as for a component that is suspended. */
const LONGEST_WAIT = 1000;

/**
 * A function whose promise resolves when React has committed all updates before the call, and has run their effects; also
 * when the component is gone, and after a second. It does not wait for transitions.
 */
function useRendered(): () => Promise<void> {
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
