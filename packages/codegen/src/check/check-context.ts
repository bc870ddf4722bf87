import type { RuleSettings } from '@btcp/schema/check';
import type { Cache } from '../cache/cache.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { CheckRequest, PublishedCheck } from './published/check-published.ts';

/** What checking needs of a build's context. */
export interface CheckContext {
  readonly syntax: SourceProject;
  readonly cache: Cache;
  readonly config: LoadedConfig;
  readonly pool: {
    run(task: 'check', request: CheckRequest): Promise<PublishedCheck>;
  };
}

/** How tools are checked. */
export interface CheckSettings {
  /** Severities by rule. */
  readonly rules: RuleSettings;
  /** Whether the compiled validators are compared with ajv, too. */
  readonly crossCheck: boolean;
}
