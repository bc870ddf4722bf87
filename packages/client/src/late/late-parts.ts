// What a call that succeeds does not need. A page loads it when it is idle, so that it then needs no network; imports of
// values from the client's other modules would move those into a file of their own, so they are passed in `state.parts`.
export { FAILURE_DETAILS } from '@btcp/core/failure-details';
export { askForCapabilities, callMember, checkKnown } from './ask.ts';
export { endFailed, FAILURE_TEXTS } from './failure-texts.ts';
export { prepare } from './prepare.ts';
export { consentTo, tellChanges, warnDeprecated } from './tell.ts';
export { openUse } from './uses.ts';
