import { BTCPError, type ManifestTool, withImplied } from '@btcp/core';
import type { ToolHost } from '../../tool-host.ts';
import { jsonRpcError } from './responses.ts';
import { refuseHiddenSearch } from '../../search/search-host.ts';

/** What one caller may do; a batch counts as its messages. */
export interface CallerLimits {
  /** Messages a minute. Default: 600. */
  readonly perMinute?: number;
  /** Messages that are answered at once. Default: 20. */
  readonly concurrent?: number;
  /** Streams that wait for changes. Default: 100. */
  readonly streams?: number;
}

export interface RequestCost {
  readonly kind: 'concurrent' | 'streams';
  readonly messages: number;
  /** The id to answer where it is refused. */
  readonly id?: string | number | null | undefined;
}

interface Usage {
  concurrent: number;
  streams: number;
  /** Calls of sessions, which go on when their connection is given up. */
  calls: number;
  /** Messages since the minute began. */
  messages: number;
  /** When the minute ends, in milliseconds. */
  endsAt: number;
}

const DEFAULTS: Required<CallerLimits> = { perMinute: 600, concurrent: 20, streams: 100 };
const MINUTE = 60_000;
/** Callers, after which those that do nothing are forgotten. */
const REMEMBERED = 10_000;

/** Counts what each caller does, in this process. */
export class CallerLimiter {
  readonly #limits: Required<CallerLimits>;
  readonly #usages = new Map<string, Usage>();
  #forgetAt = 0;

  /** @throws BTCPError `INVALID_ARGUMENT` for a limit that is unknown, or no number: it would hold nobody back. */
  constructor(limits: CallerLimits = {}) {
    // What a missing environment variable gives is the default.
    const given = Object.entries(limits).filter(([, limit]) => limit !== undefined);
    for (const [name, limit] of given) {
      if (!Object.hasOwn(DEFAULTS, name))
        throw new BTCPError('INVALID_ARGUMENT', `There is no limit "${name}": ${NAMES_OF_LIMITS}.`);
      checkLimit(`limits.${name}`, limit);
    }
    this.#limits = { ...DEFAULTS, ...(Object.fromEntries(given) as CallerLimits) };
  }

  /** @returns Notes that the request has ended, or the response that refuses it. */
  enter(caller: string, { kind, messages, id }: RequestCost): (() => void) | Response {
    const now = Date.now();
    const usage = this.#usageOf(caller, now);
    const { perMinute } = this.#limits;
    if (usage.messages + messages > perMinute)
      return tooMany(id, `This server takes ${perMinute} messages a minute.`, (usage.endsAt - now) / 1000);
    if (usage[kind] + messages > this.#limits[kind])
      return tooMany(id, `This server takes ${this.#limits[kind]} ${NAMES[kind]} at once.`, 1);
    usage.messages += messages;
    usage[kind] += messages;
    return () => void (usage[kind] -= messages);
  }

  /** A host that runs no more calls of a caller at once than it may send messages. */
  limitCalls(caller: string, host: ToolHost): ToolHost {
    return {
      behind: host.behind,
      listTools: () => host.listTools(),
      on: (event, listener) => host.on(event, listener),
      callTool: async (...call) => {
        const usage = this.#usageOf(caller, Date.now());
        const most = this.#limits.concurrent;
        if (usage.calls >= most)
          throw new BTCPError('TOO_MANY_CALLS', `This server runs ${most} calls of a caller at once.`);
        usage.calls++;
        try {
          return await host.callTool(...call);
        } finally {
          usage.calls--;
        }
      },
    };
  }

  #usageOf(caller: string, now: number): Usage {
    const usage = this.#usages.get(caller) ?? { concurrent: 0, streams: 0, calls: 0, messages: 0, endsAt: 0 };
    if (now >= usage.endsAt) Object.assign(usage, { messages: 0, endsAt: now + MINUTE });
    // Once a minute, as each takes as long as there are callers; sooner, none of them could be forgotten.
    if (this.#usages.size >= REMEMBERED && now >= this.#forgetAt) this.#forgetIdle(now);
    this.#usages.set(caller, usage);
    return usage;
  }

  #forgetIdle(now: number): void {
    this.#forgetAt = now + MINUTE;
    for (const [caller, { concurrent, streams, calls, endsAt }] of this.#usages)
      if (concurrent + streams + calls === 0 && now >= endsAt) this.#usages.delete(caller);
  }
}

/** @throws BTCPError `INVALID_ARGUMENT` */
export function checkLimit(name: string, limit: unknown): void {
  if (!(typeof limit === 'number' && limit >= 0))
    throw new BTCPError(
      'INVALID_ARGUMENT',
      `\`${name}\` must be a number, at least 0; got ${String(limit)}.`,
    );
}

const NAMES_OF_LIMITS = `there are ${Object.keys(DEFAULTS).join(', ')}`;
const NAMES = { concurrent: 'messages', streams: 'streams' };

function tooMany(id: RequestCost['id'], limit: string, seconds: number): Response {
  const wait = Math.ceil(seconds);
  return jsonRpcError({
    status: 429,
    code: -32_000,
    message: `Too many requests: ${limit} Try again in ${wait} s.`,
    id,
    headers: { 'Retry-After': String(wait) },
  });
}

/**
 * A host with those tools of another that need no more than these capabilities, and what they imply. It reports only
 * changes of these tools. Of a host whose tools call others, those others are limited.
 *
 * @throws BTCPError `INVALID_ARGUMENT` where they cannot be.
 */
export function limitHost(host: ToolHost, capabilities: readonly string[]): ToolHost {
  const { behind } = host;
  if (behind) return behind.limit((hidden) => limitHost(hidden, capabilities));
  refuseHiddenSearch(host);
  const granted = new Set(capabilities.flatMap(withImplied));
  const listTools = (): readonly ManifestTool[] =>
    host.listTools().filter((tool) => tool.capabilities.every((id) => granted.has(id)));
  return {
    listTools,
    async callTool(name, ...call) {
      if (listTools().some((tool) => tool.name === name)) return host.callTool(name, ...call);
      throw new BTCPError('TOOL_NOT_FOUND', `There is no tool "${name}".`);
    },
    on(event, listener) {
      let before = listTools();
      return host.on(event, () => {
        const now = listTools();
        const isSame = now.length === before.length && now.every((tool, index) => tool === before[index]);
        before = now;
        if (!isSame) listener();
      });
    },
  };
}
