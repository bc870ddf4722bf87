import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** The cost of running a program. */
export interface MeasuredRun {
  /** Seconds from start to exit, as a whole process. */
  readonly seconds: number;
  /**
   * Processor seconds of the process and its descendants, also of those that a signal ends, sampled ten times a second; up to
   * 0.1 s of each descendant are lost. NaN where there is no /proc.
   */
  readonly processorSeconds: number;
  /**
   * The most memory that the process and its descendants held at the same time, in MB: the resident sets summed, sampled
   * ten times a second. Pages that processes share count for each. NaN where there is no /proc.
   */
  readonly peakMegabytes: number;
}

// More often, sampling would take a part of the time that is measured.
const SAMPLE_INTERVAL = 100;

/**
 * Runs a Node program to its end.
 *
 * @param args - The script and its arguments, after options of Node.
 * @param cwd - Absolute path.
 * @param env - Further environment variables.
 * @throws Error when its exit code is not 0; the message has its output.
 */
export async function runMeasured(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredRun & { stdout: string }> {
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  const sampler = sampleFamily(child.pid ?? 0);
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const seconds = (performance.now() - start) / 1000;
  const sampled = await sampler.stop();
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}:\n${stdout}\n${stderr}`);
  return { seconds, ...sampled, stdout };
}

type Sampled = Pick<MeasuredRun, 'processorSeconds' | 'peakMegabytes'>;

function sampleFamily(root: number): { stop: () => Promise<Sampled> } {
  let peakMegabytes = NaN;
  const processorSeconds = new Map<number, number>();
  const ended = new AbortController();
  const sampling = (async () => {
    while (!ended.signal.aborted) {
      const family = await readFamily(root);
      const megabytes = family.reduce((sum, each) => sum + each.megabytes, 0);
      if (family.length > 0 && !(megabytes <= peakMegabytes)) peakMegabytes = megabytes;
      for (const each of family) processorSeconds.set(each.id, each.processorSeconds);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_INTERVAL));
    }
  })();
  return {
    async stop() {
      ended.abort();
      await sampling;
      const all = [...processorSeconds.values()];
      return {
        peakMegabytes,
        processorSeconds: all.length === 0 ? NaN : all.reduce((sum, each) => sum + each, 0),
      };
    },
  };
}

interface ProcessState {
  readonly id: number;
  readonly parent: number;
  readonly processorSeconds: number;
  readonly megabytes: number;
}

const MEGABYTES_PER_PAGE = 4096 / 1e6;
const TICKS_PER_SECOND = 100;

/** The state of a process and all its descendants; empty where /proc does not tell. */
async function readFamily(root: number): Promise<readonly ProcessState[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^[0-9]+$/.test(name)).map(Number);
  const states = (await Promise.all(ids.map(processState))).filter((state) => state !== undefined);
  const family = new Set([root]);
  // Children have higher numbers than their parents, but for when the numbers start over.
  for (const { id, parent } of states.toSorted((a, b) => a.id - b.id)) if (family.has(parent)) family.add(id);
  return states.filter(({ id }) => family.has(id));
}

// Undefined when the process has just ended.
async function processState(id: number): Promise<ProcessState | undefined> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The name, in parentheses, may contain anything; what follows starts with the third field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    id,
    parent: Number(fields[1]),
    processorSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    megabytes: Number(fields[21]) * MEGABYTES_PER_PAGE,
  };
}
