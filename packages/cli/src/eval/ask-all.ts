import { InputError } from '../errors.ts';
import { counted } from '../report/counted.ts';
import { openModel, type AskModel } from './ask-model.ts';
import { keyOf, type Recording, type Request } from './recording.ts';

/** Whether and where models are asked. */
export interface AskOptions {
  /** The file that must have every answer. Default: models are asked. */
  readonly replay?: string;
  readonly 'max-calls'?: number;
  /** Where the provider's API is. */
  readonly 'base-url'?: string;
}

/** Answers that are asked for at once. */
const WIDTH = 4;

/**
 * Asks for every answer that a recording lacks, and adds them.
 *
 * @throws InputError where that would exceed a limit, or a model fails; answers that came until then are added.
 */
export async function askAll(
  requests: readonly Request[],
  recording: Recording,
  { replay, 'max-calls': most = 100, 'base-url': baseURL }: AskOptions,
): Promise<void> {
  const unanswered = requests.filter((request) => !recording.find(request));
  // Two versions of the tools may be the same to a model.
  const missing = [...new Map(unanswered.map((request) => [keyOf(request), request])).values()];
  const [first] = missing;
  if (first && replay !== undefined)
    throw new InputError(
      `${replay} lacks ${counted(missing.length, 'answer')}; the first is that of ${first.surface.spec.name} to ${JSON.stringify(first.ask)}, with the tools as they are now.`,
      `Record them: \`--record ${replay}\` in place of \`--replay\`, with a key in the environment.`,
    );
  if (missing.length > most)
    throw new InputError(
      `This takes ${missing.length} calls of models, and --max-calls allows ${most}.`,
      `Allow them by --max-calls ${missing.length}, or lower \`runs\` in the cases.`,
    );
  const models = new Map<string, AskModel>();
  for (const { spec } of missing.map(({ surface }) => surface))
    if (!models.has(spec.name)) models.set(spec.name, await openModel(spec, baseURL));
  const queue = [...missing];
  const work = async (): Promise<void> => {
    for (let request = queue.shift(); request; request = queue.shift()) {
      const { spec, tools } = request.surface;
      const answer = await models.get(spec.name)?.(tools, request.ask);
      if (answer) recording.add(request, answer);
    }
  };
  // After a failure none begins, and those that had begun are still added.
  const stop = (error: unknown): never => {
    queue.length = 0;
    throw error;
  };
  const ended = await Promise.allSettled(Array.from({ length: WIDTH }, () => work().catch(stop)));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
