// @vitest-environment happy-dom
import type { Implementation, Registration } from '@btcp/core';
import {
  createElement,
  type Dispatch,
  type ReactElement,
  type SetStateAction,
  StrictMode,
  Suspense,
  use,
  useState,
} from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { anyTool, manifestOf, validatorsOf } from '../../test/clients.ts';
import { BTCPClient } from '../client.ts';
import { ClientContext, useTools } from './index.ts';

interface Tasks {
  readonly tasks: readonly string[];
  readonly setTasks: Dispatch<SetStateAction<readonly string[]>>;
}

const implementations: Readonly<Record<string, Implementation>> = {
  addTask: async ({ task }: { task: string }, ctx) => {
    const { tasks, setTasks } = ctx as unknown as Tasks;
    // Not in the event loop's turn of the call.
    await new Promise((later) => setTimeout(later, 1));
    setTasks((before) => [...before, task]);
    return tasks.length;
  },
  failTask: (_: unknown, ctx) => {
    (ctx as unknown as Tasks).setTasks(['failed']);
    return Promise.reject(new Error('No such task.'));
  },
  clearTasks: (_: unknown, ctx) => (ctx as unknown as Tasks).setTasks([]),
};

const manifest = manifestOf(
  Object.keys(implementations).map((name) => anyTool(name)),
  { name: 'tasks' },
);
const registration: Registration = { manifest, implementations, validators: validatorsOf(manifest) };

interface Shown {
  readonly offers?: Registration;
  /** Whether it waits for data that never come. */
  readonly waits?: boolean;
}

function TaskList({ offers = registration, waits }: Shown): ReactElement {
  const [tasks, setTasks] = useState<readonly string[]>([]);
  useTools(offers, { context: { tasks, setTasks } as object });
  if (waits) use(NEVER);
  return createElement('ul', null, tasks.join());
}

const NEVER = new Promise(() => undefined);

/** Shows elements below a client, in StrictMode. */
async function show(element: ReactElement) {
  const client = new BTCPClient();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const render = (shown: ReactElement | null): void =>
    root.render(createElement(StrictMode, null, createElement(ClientContext, { value: client }, shown)));
  onTestFinished(() => root.unmount());
  render(element);
  await expect.poll(() => client.listTools().length).toBe(3);
  const call = (name: string, input: object = {}): Promise<unknown> =>
    client
      .callTool(name, input)
      .catch((error: unknown) => (error as Error).message)
      .then((result) => [result, place.textContent]);
  return { client, call, render };
}

it('ends a call when what its tool changed is shown, and gives the next one the new context', async () => {
  const { call } = await show(createElement(TaskList));
  expect(await call('addTask', { task: 'Shop' })).toEqual([0, 'Shop']);
  expect(await call('addTask', { task: 'Cook' })).toEqual([1, 'Shop,Cook']);
  // On a busy machine, React may show the first before the other is added.
  expect(await Promise.all(['Eat', 'Rest'].map((task) => call('addTask', { task })))).toEqual([
    [2, expect.stringMatching(/^Shop,Cook,Eat\b/)],
    [2, 'Shop,Cook,Eat,Rest'],
  ]);
  expect(await call('failTask')).toEqual(['No such task.', 'failed']);
  expect(await call('clearTasks')).toEqual([null, '']);
});

it('removes the tools with the component', async () => {
  const { client, render } = await show(createElement(TaskList));
  render(null);
  await expect.poll(() => client.listTools().length).toBe(0);
});

it('replaces an older build, and keeps the state', async () => {
  const { client, call, render } = await show(createElement(TaskList));
  await call('addTask', { task: 'Shop' });
  const newer = manifestOf([anyTool('clearTasks', { description: 'Clears them.' })], { name: 'tasks' });
  const clearTasks = (_: unknown, ctx: object): void => (ctx as Tasks).setTasks([]);
  render(
    createElement(TaskList, {
      offers: {
        manifest: newer,
        implementations: { clearTasks },
        validators: validatorsOf(newer),
      },
    }),
  );
  await expect.poll(() => client.listTools().map(({ description }) => description)).toEqual(['Clears them.']);
  expect(document.body.lastElementChild?.textContent).toBe('Shop');
  expect(await call('clearTasks')).toEqual([null, '']);
});

it.each([
  ['is removed', null],
  ['waits for data', createElement(TaskList, { waits: true })],
])('ends the call of a tool whose component %s', async (_, instead) => {
  const inSuspense = (shown: ReactElement | null): ReactElement =>
    createElement(Suspense, { fallback: 'Later.' }, shown);
  const { client, render } = await show(inSuspense(createElement(TaskList)));
  const running = client.callTool('addTask', { task: 'Shop' }, { timeout: 5000 });
  render(inSuspense(instead));
  expect(await running).toBe(0);
});

it('says what is missing without a client', async () => {
  const errors: unknown[] = [];
  const root = createRoot(document.createElement('div'), {
    onUncaughtError: (error) => errors.push((error as Error).message),
  });
  onTestFinished(() => root.unmount());
  root.render(createElement(TaskList));
  await expect
    .poll(() => errors)
    .toEqual(['useTools has no client: pass { client }, or render it below <ClientContext value={client}>.']);
});

it('passes an unknown option on to the client, which refuses it', async () => {
  const client = new BTCPClient();
  const use = client.use.bind(client);
  const opened: Promise<unknown>[] = [];
  client.use = (...args) => {
    const handle = use(...args);
    opened.push(handle.ready.catch((error: unknown) => (error as Error).message));
    return handle;
  };
  function Tools(): ReactElement | null {
    const options = { client, contxt: {} };
    useTools(registration, options);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => root.unmount());
  root.render(createElement(Tools));
  await expect.poll(() => opened.length).toBe(1);
  expect(await opened[0]).toBe('No option `contxt`, only replace,sandbox,signature,context,afterRun.');
});
