import type { KnownCapability } from '@btcp/core';

/** Browser features without a capability in the protocol. */
export type UnmappedPower =
  | 'capture'
  | 'cross-frame'
  | 'device-enumeration'
  | 'device-or-privileged'
  | 'dialog'
  | 'global-write'
  | 'navigation'
  | 'other-storage'
  | 'undecided'
  | 'webrtc'
  | 'window-control'
  | 'worker-or-channel';

/** What using a member needs: a capability, or a feature without one. */
export type Power = KnownCapability | `!${UnmappedPower}`;

/** Members whose capability depends on the arguments, the receiver or the assigned value. */
export type Special =
  | 'area' // a storage: which one the receiver is
  | 'clipboardEvent' // what is done with its data
  | 'code' // text that runs as code
  | 'codeCalled' // what it is called for may run as code
  | 'css' // the assigned value or the arguments, text of CSS
  | 'either' // a storage event: nobody can tell of which storage
  | 'eventTarget' // whether the receiver is part of the page
  | 'execCommand' // the command's name
  | 'handle' // a storage or the location whose member is used: which storages the code can reach
  | 'held' // a storage or the location as a value
  | 'html' // the assigned value, text of HTML
  | 'htmlArgument' // the arguments, text of HTML
  | 'page' // whether a node is passed
  | 'form' // whether a form is passed
  | 'link' // the assigned value, an address to follow
  | 'made' // the element's name
  | 'media' // the constraints
  | 'scriptText' // text that is code in a script element
  | 'socket' // the first argument, an address of a socket
  | 'timer' // whether the first argument is code
  | 'transaction' // the mode
  | 'url' // the first argument, an address
  | 'urlAssigned' // the assigned value, an address
  | 'urlAttribute' // the attribute's name, and its value as an address
  | 'urlOfAttr' // the assigned value, which may be an address
  | 'urlSecond'; // the second argument, an address

/** What a platform member needs when it is read or called, and when it is assigned. */
export interface MemberUse {
  readonly read?: readonly Power[];
  readonly write?: readonly Power[];
  readonly special?: Special;
}

/**
 * Rules for members. A pattern is `Owner.member`, `Owner::member` for static ones and `Owner::new` for constructors,
 * with `*` as wildcard and `(a|b)` for alternatives; the first matching rule applies.
 */
export type MemberRule = readonly [pattern: string, use: MemberUse];
