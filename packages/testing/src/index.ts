export { describeTools } from './describe-tools.ts';
export { type FakeClock, installFakeClock } from './fake-clock.ts';
export {
  type FakeAnswer,
  type FakeAnswers,
  type FakeClipboard,
  type Fakes,
  type FakesOptions,
  type FakeStorage,
  installFakes,
} from './fakes/install-fakes.ts';
export { provideGlobals } from './fakes/provide-globals.ts';
export { createMockDOM, type MockDOMOptions } from './mock-dom.ts';
export { BTCPTestClient, type RecordedCall, type TestClientOptions } from './test-client.ts';
export {
  type ExampleFixture,
  type ExampleFixtures,
  type ExampleOutcome,
  type ExampleResult,
  type FixtureParts,
  runExamples,
  type RunExamplesOptions,
} from './run-examples.ts';
