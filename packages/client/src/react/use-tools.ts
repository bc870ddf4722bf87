import type { Registration } from '@btcp/core';
import { useContext, useEffect, useInsertionEffect, useRef } from 'react';
import type { BTCPClient } from '../client.ts';
import type { UseOptions } from '../client-options.ts';
import { ClientContext } from './client-context.ts';
import { useRendered } from './use-rendered.ts';

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
  const { client = provided } = options;
  if (!client)
    throw new Error(
      'useTools has no client: pass { client }, or render it below <ClientContext value={client}>.',
    );
  const latest = useRef(options);
  useInsertionEffect(() => {
    latest.current = options;
  });
  const afterRun = useRendered();
  useEffect(() => {
    const { context: first, sandbox, signature } = latest.current;
    const context = (): object => {
      const { context: current = {} } = latest.current;
      return typeof current === 'function' ? current() : current;
    };
    const handle = client.use(registration, {
      ...(sandbox && { sandbox }),
      ...(first && { context }),
      signature,
      afterRun,
    });
    return handle.dispose;
  }, [client, registration, afterRun]);
}
