/** What calls took, in each round: milliseconds. */
export interface PageTimes {
  /** To register. */
  readonly cold: readonly number[];
  /** One message there and back. */
  readonly bare: readonly number[];
  /** One call. */
  readonly calls: readonly number[];
}

const ECHO = "addEventListener('message', ({ data }) => postMessage(data)); postMessage('ready');";
const TEXT = 'x'.repeat(1000);
const CALLS = 100;

/** Times calls of `echoText`, and bare messages through a frame of the same page with a script that only echoes. */
export async function timeCalls(
  rounds: number,
  register: () => Promise<unknown>,
  call: (text: string) => Promise<unknown>,
): Promise<PageTimes> {
  const { port, answered } = await openEcho();
  const sendBare = (): Promise<void> => {
    const back = answered();
    port.postMessage(TEXT);
    return back;
  };
  const times = { cold: [] as number[], bare: [] as number[], calls: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    // As a client does at times, gives credit for what was read.
    port.postMessage([CALLS, CALLS * TEXT.length]);
    times.cold.push(await time(1, register));
    await call(TEXT);
    times.bare.push(await time(CALLS, sendBare));
    times.calls.push(await time(CALLS, () => call(TEXT)));
  }
  return times;
}

async function openEcho(): Promise<{
  readonly port: MessagePort;
  readonly answered: () => Promise<void>;
}> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.src = '/btcp-isolated.html';
  const { port1: port, port2 } = new MessageChannel();
  const answered = (): Promise<void> =>
    new Promise((resolve) => port.addEventListener('message', () => resolve(), { once: true }));
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve);
    document.documentElement.append(frame);
  });
  port.start();
  const isReady = answered();
  frame.contentWindow?.postMessage(ECHO, '*', [port2]);
  await isReady;
  return { port, answered };
}

async function time(times: number, act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < times; at++) await act();
  return (performance.now() - started) / times;
}
