import { createMockDOM } from './mock-dom.ts';
import { BTCPTestClient } from './test-client.ts';

const isDocument = (dom: Document): Document => dom;

// What it makes is TypeScript's own Document.
isDocument(createMockDOM('<p>'));
isDocument(new BTCPTestClient().dom);
createMockDOM();
createMockDOM('<p>', { url: 'https://example.com' });
// @ts-expect-error: HTML, not a document
createMockDOM(createMockDOM());

new BTCPTestClient({ html: '<p>', timeout: 50, development: true });
new BTCPTestClient({ dom: createMockDOM() });
// @ts-expect-error: a document, not HTML
new BTCPTestClient({ dom: '<p>' });

const client = new BTCPTestClient();
void client.registerTools({ any: () => 1 }, { name: 'some-tools', config: { timeout: 1000 } });
// @ts-expect-error: a manifest's name is text
void client.registerTools({}, { name: 5 });
// @ts-expect-error: the record of calls is the client's own
client.calls.push({ tool: 'a', input: {} });
