import { ANY_LENGTH } from '../link/length-limits.ts';
import type { LinkedNode, LinkedProgram, LinkedSchema } from '../link/linked-schema.ts';
import { writeSchema } from '../keywords/write-schema.ts';
import type { CheckMode, CodeHost } from './code-host.ts';
import { CodeWriter } from './code-writer.ts';

/** Emits the function that checks a schema, or collects its failures. */
export function emitCheck(
  mode: CheckMode,
  emitter: CodeHost,
  program: LinkedProgram,
  schema: LinkedSchema,
  name: string,
): string {
  if (typeof schema === 'boolean') return emitBoolean(mode, emitter, schema, name);
  const statements = codeFor(emitter, program, schema).text(mode);
  return mode === 'check'
    ? `function ${name}(d){${statements}return true;}`
    : `function ${name}(d,p){${statements}}`;
}

function emitBoolean(mode: CheckMode, emitter: CodeHost, schema: boolean, name: string): string {
  if (mode === 'check') return `function ${name}(data){return ${schema};}`;
  const failure = schema ? '' : `${emitter.import('report')}(p,"false schema",undefined,data);`;
  return `function ${name}(data,p){${failure}}`;
}

/** The code that both functions of a schema share. */
const written = new WeakMap<CodeHost, Map<LinkedNode, CodeWriter>>();

function codeFor(emitter: CodeHost, program: LinkedProgram, node: LinkedNode): CodeWriter {
  let known = written.get(emitter);
  if (known === undefined) written.set(emitter, (known = new Map<LinkedNode, CodeWriter>()));
  let code = known.get(node);
  if (code === undefined) {
    known.set(node, (code = new CodeWriter()));
    writeSchema({
      code,
      emitter,
      program,
      node,
      data: 'd',
      path: '',
      longest: ANY_LENGTH,
      write: writeSchema,
    });
  }
  return code;
}
