// What a call that succeeds does not need. A page loads it when it is idle, so that it then needs no network; imports of
// values from the client's other modules would move those into a file of their own, so they are passed in `state.parts`.
export { FAILURE_DETAILS as details } from '@btcp/core/failure-details';
export { callMember, grantKnown, requestCapabilities } from './ask.ts';
export { checkOptions } from './check-options.ts';
export { revoke } from './revoke.ts';
export { explain } from './failure-texts.ts';
export { prepare } from './prepare.ts';
export { encodeMedia, settle } from './settle.ts';
export { changesOf, consentTo, emit, observe, tellProgress, warnDeprecated } from './tell.ts';
export { openUse, unregister, unregisterAll } from './uses.ts';
