import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** What `btcp call --ui` shows: the parameters of messages of MCP Apps. */
interface PreviewedCall {
  readonly tool: { readonly name: string };
  readonly input: Parameters<AppBridge['sendToolInput']>[0];
  readonly result: Parameters<AppBridge['sendToolResult']>[0];
}

/** Runs the page of `btcp call --ui`: a host of MCP Apps for the document in its frame, which is served beside it. */
export async function runPreview(): Promise<void> {
  const [frame] = document.getElementsByTagName('iframe');
  // The window of a frame stays the same when its document is loaded.
  const target = frame?.contentWindow;
  if (!frame || !target) throw new Error('The page has no frame.');
  const { tool, input, result } = (await (await fetch('call.json')).json()) as PreviewedCall;
  document.title = tool.name;
  const bridge = new AppBridge(null, { name: 'btcp call', version: '1.0.0' }, { serverTools: {} });
  bridge.addEventListener('initialized', () => {
    void bridge.sendToolInput(input).then(() => bridge.sendToolResult(result));
  });
  bridge.addEventListener('sizechange', ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  });
  bridge.oncalltool = async (params) => {
    const response = await fetch('call', { method: 'POST', body: JSON.stringify(params) });
    return (await response.json()) as PreviewedCall['result'];
  };
  await bridge.connect(new PostMessageTransport(target, target));
  frame.src = 'document.html';
}
