import type { Progress } from '../tool.ts';
import type { Issue } from '../validator.ts';

/** What a host sends to a realm of isolated tools. Every message is the JSON of one of these. */
export type HostMessage =
  | {
      readonly type: 'call';
      readonly call: number;
      readonly tool: string;
      readonly input: unknown;
      /** Whether the caller asked for progress. */
      readonly progress: boolean;
      /** Whether the tool is to say what its user is asked before it runs, instead of running. */
      readonly confirm?: boolean;
    }
  | { readonly type: 'answer'; readonly request: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly request: number; readonly error: SentError };

/** What a realm sends to its host, which trusts none of it. */
export type RealmMessage =
  /** Which build the tools are of; not said by those of an earlier version. */
  | { readonly type: 'ready'; readonly build?: unknown }
  | { readonly type: 'result'; readonly call: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly call: number; readonly error: SentError }
  | {
      readonly type: 'progress';
      readonly call: number;
      /** Undefined where it was none. */
      readonly update: Progress | undefined;
    }
  | {
      readonly type: 'request';
      readonly call: number;
      readonly request: number;
      /** A member of `ctx`, for example `page.text`. */
      readonly member: string;
      readonly args: readonly unknown[];
    };

/** The fields of `BTCPError.toJSON()`. */
export interface SentError {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** The methods of `ctx` that a realm asks its host for. */
export const CONTEXT_MEMBERS: readonly string[] = [
  'page.text',
  'page.attrs',
  'page.all',
  'page.setText',
  'page.setValue',
  'page.click',
  'storage.local.get',
  'storage.local.set',
  'storage.local.remove',
  'storage.session.get',
  'storage.session.set',
  'storage.session.remove',
  'fetch',
  'clipboard.read',
  'clipboard.write',
  'ask',
];

/** The maximum length of one message, in UTF-16 code units. */
export const MAX_MESSAGE: number = 4 * 2 ** 20;
