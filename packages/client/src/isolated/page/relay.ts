import { MessageCredit, TOO_MUCH, type Credit } from '@btcp/core/isolated';

/** Workers that tools started would compute on after their calls, and one that closed itself would answer none. */
const PRELUDE = 'delete self.Worker;delete self.close;';

/**
 * The program of `btcp-isolated.html`: starts the tools in a worker, which inherits the page's policy, and passes
 * messages on, as many as the host has given credit for.
 */
function relay(event: MessageEvent<string>): void {
  const [port] = event.ports;
  // The client's frame has an origin of its own. In any other page's, the script would run as the site that has this page.
  if (self.origin !== 'null' || event.source !== parent || !port) return;
  removeEventListener('message', relay);
  const url = URL.createObjectURL(new Blob([PRELUDE, event.data], { type: 'text/javascript' }));
  const worker = new Worker(url);
  const credit = new MessageCredit();
  const end = (reason: string): void => {
    worker.terminate();
    port.postMessage([reason]);
  };
  worker.addEventListener('message', ({ data }) => {
    // The worker has read its script by now.
    URL.revokeObjectURL(url);
    if (credit.take(data)) port.postMessage(data);
    else end(TOO_MUCH);
  });
  worker.addEventListener('error', ({ message }) => end(`failed: ${message.slice(0, 1000)}`));
  port.addEventListener('message', ({ data }: MessageEvent<string | Credit>) => {
    if (typeof data === 'string') worker.postMessage(data);
    else credit.give(data);
  });
  port.start();
}

addEventListener('message', relay);
