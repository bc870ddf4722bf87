import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** The cost of running a program. */
export interface MeasuredRun {
  /** Seconds from start to exit, as a whole process. */
  readonly seconds: number;
  /**
   * The most memory that the process and its descendants held at the same time, in MB: the resident sets summed, sampled
   * 50 times a second. Pages that processes share count for each. NaN where there is no /proc.
   */
  readonly peakMegabytes: number;
}

const SAMPLE_INTERVAL = 20;

/**
 * Runs a Node program to its end.
 *
 * @param args - The script and its arguments.
 * @param cwd - Absolute path.
 * @throws Error when its exit code is not 0; the message has its output.
 */
export async function runMeasured(
  args: readonly string[],
  cwd: string,
): Promise<MeasuredRun & { stdout: string }> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  const sampler = sampleMemory(child.pid ?? 0);
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const seconds = (performance.now() - start) / 1000;
  const peakMegabytes = await sampler.stop();
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}:\n${stdout}\n${stderr}`);
  return { seconds, peakMegabytes, stdout };
}

function sampleMemory(root: number): { stop: () => Promise<number> } {
  let peak = NaN;
  const ended = new AbortController();
  const sampling = (async () => {
    while (!ended.signal.aborted) {
      const megabytes = await residentMegabytes(root);
      // NaN once the process has ended.
      if (!(megabytes <= peak) && !Number.isNaN(megabytes)) peak = megabytes;
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_INTERVAL));
    }
  })();
  return {
    async stop() {
      ended.abort();
      await sampling;
      return peak;
    },
  };
}

interface ProcessState {
  readonly id: number;
  readonly parent: number;
  readonly resident: number;
}

const PAGES_PER_MEGABYTE = 1e6 / 4096;

/** Resident memory of a process and all its descendants; NaN where /proc does not tell. */
async function residentMegabytes(root: number): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^[0-9]+$/.test(name)).map(Number);
  const states = (await Promise.all(ids.map(processState))).filter((state) => state !== undefined);
  if (!states.some(({ id }) => id === root)) return NaN;
  const family = new Set([root]);
  // Children have higher numbers than their parents, but for when the numbers start over.
  for (const { id, parent } of states.toSorted((a, b) => a.id - b.id)) if (family.has(parent)) family.add(id);
  const pages = states.filter(({ id }) => family.has(id)).reduce((sum, { resident }) => sum + resident, 0);
  return pages / PAGES_PER_MEGABYTE;
}

// Undefined when the process has just ended.
async function processState(id: number): Promise<ProcessState | undefined> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The name, in parentheses, may contain anything; what follows starts with the third field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { id, parent: Number(fields[1]), resident: Number(fields[21]) };
}
