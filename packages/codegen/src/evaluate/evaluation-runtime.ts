import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { documentSchema, updateDocumented } from './child/document-schema.ts';
import type { EvaluationError, EvaluationEvent, EvaluationJob } from './evaluation-protocol.ts';
import { closeNetwork } from './child/close-network.ts';
import { ExternalModules, failIfMissing } from './child/external-modules.ts';
import { noteVariation } from './child/note-variation.ts';
import { misspelt } from './child/misspelt.ts';
import { OwnModules } from './child/own-modules.ts';
import { identifiedSchemas, readDefinition } from './child/read-definition.ts';

// Runs in a process of its own, bundled: nothing here is imported by the build itself.

const REPORT_FD = 3;
// Before a module can put something else in its place.
const { stringify } = JSON;

function report(event: EvaluationEvent): void {
  let bytes = Buffer.from(stringify(event) + '\n');
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(REPORT_FD, bytes));
    } catch (error) {
      // The pipe is full: the reader is another process and will empty it.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

const enter = (label: string): void => report({ enter: label });
const leave = (label: string): void => report({ leave: label });

/** Evaluates every module, one after the other, and reports each tool. */
async function evaluate({ externals, modules }: EvaluationJob): Promise<void> {
  const loaded = new ExternalModules();
  const identified = new Set<object>();
  const defined = new Map<number, unknown>();
  Object.assign(globalThis, {
    __btcpEnter: (label: string) => (enter(label), label),
    __btcpLeave: leave,
    __btcpSeen: (...values: unknown[]) => identifiedSchemas(values).forEach((each) => identified.add(each)),
    __btcpDocument: documentSchema,
    __btcpDefine: (label: string, definition: unknown) => {
      leave(label);
      const tool = copyOf(definition);
      defined.set(Number(label), tool);
      return tool;
    },
  });
  for (const external of externals) {
    enter(external.name);
    await loaded.load(external);
    leave(external.name);
  }
  noteVariation((varies, stack) => report({ varies, stack }));
  const own = new OwnModules(modules, loaded);
  for (const { path, tools } of modules) {
    if (tools.length === 0) continue;
    try {
      await own.evaluate(path);
    } catch (error) {
      report({ module: path, error: describe(error, loaded) });
      continue;
    }
    updateDocumented();
    for (const tool of tools) {
      try {
        const definition = defined.get(tool);
        failIfMissing(definition);
        report({ tool, definition: readDefinition(definition, [...identified]) });
      } catch (error) {
        report({ tool, error: describe(error, loaded) });
      }
    }
  }
  report({ done: true });
  process.exit(0);
}

// As `defineTool` does: what is changed in the definition afterwards does not change the tool.
function copyOf(definition: unknown): unknown {
  return typeof definition === 'object' && definition !== null
    ? Object.defineProperties({}, Object.getOwnPropertyDescriptors(definition))
    : definition;
}

/** Characters of a message that anybody wants to read. */
const LONGEST = 2000;

// What is thrown may be anything, also something that throws when it is looked at.
function describe(error: unknown, loaded: ExternalModules): EvaluationError {
  try {
    const { message, stack, missingImport, network } = Object(error) as Partial<EvaluationError>;
    const text = (typeof message === 'string' ? message : String(error)).slice(0, LONGEST);
    return {
      message: misspelt(text, (name) => loaded.exportNamed(name)) ?? text,
      stack: typeof stack === 'string' ? stack : '',
      ...(typeof missingImport === 'string' && { missingImport }),
      ...(typeof network === 'string' && { network }),
    };
  } catch {
    return { message: 'something that has no text', stack: '' };
  }
}

// A promise that nobody waits for is no part of a schema.
process.on('unhandledRejection', () => undefined);
closeNetwork();
// What the job is going to need, as far as somebody knew. Whatever is wrong with it is reported there.
const [from, ...specifiers] = process.argv.slice(2);
for (const specifier of specifiers) {
  try {
    await import(import.meta.resolve(specifier, from));
  } catch {
    // If a module needs it, it is said there.
  }
}
await evaluate(JSON.parse(await text(process.stdin)) as EvaluationJob);
