import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Module } from 'node:vm';
import type { EvaluationError, EvaluationEvent, EvaluationJob } from './evaluation-protocol.ts';
import { failIfMissing, loadExternal } from './child/external-modules.ts';
import { noteVariation, closeNetwork, endWithBuild, removePageGlobals } from './child/surroundings.ts';
import { ownModules } from './child/own-modules.ts';
import {
  identifiedSchemas,
  readDefinition,
  documentSchema,
  updateDocumented,
} from './child/read-definition.ts';

// The entry point of the evaluation process, bundled; the build does not import it.

const REPORT_FD = 3;
// Captured before a module can replace it.
const { stringify } = JSON;

let unsent = '';

// What follows from code that has run is sent together with what is about to run.
function report(event: EvaluationEvent | { readonly done: true }): void {
  unsent += stringify(event) + '\n';
  if (!('leave' in event) && !('tool' in event)) send();
}

function send(): void {
  let bytes = Buffer.from(unsent);
  unsent = '';
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(REPORT_FD, bytes));
    } catch (error) {
      // The pipe is full; retries until the build has read it.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

/** Evaluates every module, one after the other, and reports each tool; `root` is the URL of the project's folder. */
async function evaluate({ externals, modules }: EvaluationJob, root: string): Promise<void> {
  const loaded = new Map<string, Module>();
  const identified = new Set<object>();
  const defined = new Map<number, unknown>();
  Object.assign(globalThis, {
    __btcpEnter: (label: string) => (report({ enter: label }), label),
    __btcpLeave: (label: string) => report({ leave: label }),
    __btcpSeen: (...values: unknown[]) => identifiedSchemas(values).forEach((each) => identified.add(each)),
    __btcpDocument: documentSchema,
    __btcpHandler: () => {
      throw new Error('`execute` is a handler, which the build never runs');
    },
    __btcpDefine: (label: string, definition: unknown) => {
      report({ leave: label });
      const tool = copyOf(definition);
      defined.set(Number(label), tool);
      return tool;
    },
  });
  for (const external of externals) {
    report({ enter: external.name });
    loaded.set(external.name, await loadExternal(external, externals));
    report({ leave: external.name });
  }
  noteVariation((varies, stack) => report({ varies, stack }));
  const evaluateModule = ownModules(modules, loaded);
  for (const { path, tools } of modules.filter((module) => module.tools.length > 0)) {
    const loading = evaluateModule(path);
    await loading.then(updateDocumented, () => undefined);
    for (const tool of tools)
      try {
        await loading;
        const definition = defined.get(tool);
        failIfMissing(definition);
        report({ tool, definition: readDefinition(definition, { identified: [...identified], root }) });
      } catch (error) {
        report({ tool, error: describe(error) });
      }
  }
  report({ done: true });
  process.exit(0);
}

// Copies and freezes as `defineTool` does: later changes of the definition do not change the tool.
function copyOf(definition: unknown): unknown {
  return typeof definition === 'object' && definition !== null
    ? Object.freeze(Object.defineProperties({}, Object.getOwnPropertyDescriptors(definition)))
    : definition;
}

/** Length to cut messages to. */
const LONGEST = 2000;

// A thrown value may be anything, such as an object whose getters throw.
function describe(error: unknown): EvaluationError {
  try {
    const { message, stack, missingImport, network } = Object(error) as Partial<EvaluationError>;
    return {
      message: (typeof message === 'string' ? message : String(error)).slice(0, LONGEST),
      stack: typeof stack === 'string' ? stack : '',
      ...(typeof missingImport === 'string' && { missingImport }),
      ...(typeof network === 'string' && { network }),
    };
  } catch {
    return { message: 'something that has no text', stack: '' };
  }
}

endWithBuild();
process.on('exit', send);
// Unhandled rejections do not concern the schemas.
process.on('unhandledRejection', () => undefined);
closeNetwork();
removePageGlobals();
const [root = ''] = process.argv.slice(2);
await evaluate(JSON.parse(await text(process.stdin)) as EvaluationJob, root);
