export { FRAME_HEADERS, FRAME_PAGE } from './frame-page.ts';
export { MessageCredit, TOO_MUCH, type Credit } from './message-credit.ts';
export {
  CONTEXT_MEMBERS,
  MAX_MESSAGE,
  type HostMessage,
  type RealmMessage,
  type SentError,
} from './messages.ts';
export { serveTools } from './serve-tools.ts';
