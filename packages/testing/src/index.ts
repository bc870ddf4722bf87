export { createMockDOM, type MockDOMOptions } from './mock-dom.ts';
export { BTCPTestClient, type RecordedCall, type TestClientOptions } from './test-client.ts';
