import type { BTCPError, IsolatedFiles, SandboxLevel } from '@btcp/core';
import type { copyJson } from '@btcp/core/internal';
import type { Credit } from '@btcp/core/isolated';
import type { IsolationOptions } from '../client-options.ts';

/** A place where isolated tools run. */
export interface Realm {
  /** Sends a message, or credit for those that were read. */
  readonly send: (message: string | Credit) => void;
  /** Ends it at once, whatever it does. */
  readonly close: () => void;
  /** Whether it says, by a number in an array, how many characters it has read. */
  readonly saysWhatIsRead?: boolean;
}

export interface RealmEvents {
  /** Everything that comes from it, not checked; in an array, why it has ended, or how much it has read. */
  readonly receive: (message: unknown) => void;
  /** It has ended by itself, or cannot start. */
  readonly end: (reason: string) => void;
}

/** Starts a realm; `receive` gets its `ready` when it has. */
export type StartRealm = (events: RealmEvents) => Realm | Promise<Realm>;

export interface LevelParts {
  /** The text of `isolated.js`; rejected with what is wrong. */
  readonly script: Promise<string>;
  /** URL of `btcp-isolated.html`. */
  readonly page: string | undefined;
  /** URL of the file with QuickJS. */
  readonly engine: IsolationOptions['engine'];
  /** Loads what starts QuickJS without its URL. */
  readonly loadEngine: IsolatedFiles['engine'];
  /** Milliseconds that the longest tool may take. */
  readonly timeout: number;
}

/** Finds what starts realms of each level at which tools run elsewhere; rejected with an Error that says why not. */
export type Levels = Readonly<
  Record<Exclude<SandboxLevel, 'inline'>, (parts: LevelParts) => Promise<StartRealm>>
>;

/** Passed instead of imported: bundlers move modules that two chunks import into a third chunk. */
export interface ClientParts {
  readonly BTCPError: typeof BTCPError;
  readonly copyJson: typeof copyJson;
}
