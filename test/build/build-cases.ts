import { build } from '@btcp/codegen';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { CODE_USES, configText, makeProject, removeProject } from '../support/write-project.ts';

/** Modules beside the tool: `./lib/<name>.ts`. */
type Modules = Readonly<Record<string, string>>;

/** The definition of a tool that is exported. */
export const tool = (name: string, schema: string): string =>
  `export const ${name} = defineTool(${definition('', schema)});\n`;

type Cases = readonly (readonly [name: string, source: string, schema?: string, modules?: Modules])[];

interface Found {
  /** Input schemas by the name of the tool. */
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly reports: readonly string[];
}

interface Waiting {
  readonly cases: Cases;
  readonly resolve: (found: Found) => void;
  readonly reject: (reason: unknown) => void;
}

/** Makes a function that builds cases, each a file with a tool of the case's name; those of concurrent tests in one project. */
export function casesBuilder(): (cases: Cases) => Promise<Found> {
  let waiting: Waiting[] = [];
  const flush = (): void => {
    const all = waiting;
    waiting = [];
    buildAll(all).catch((error: unknown) => all.forEach(({ reject }) => reject(error)));
  };
  return (cases) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(flush, 20);
      waiting.push({ cases, resolve, reject });
    });
}

async function buildAll(all: readonly Waiting[]): Promise<void> {
  const files = all.flatMap(({ cases }, index) => cases.flatMap((each) => filesOf(index, each)));
  const cwd = await makeProject({
    'btcp.config.ts': configText("['*/src/tools/*.ts']", CODE_USES),
    ...Object.fromEntries(files),
  });
  try {
    const { diagnostics, manifest } = await build({ cwd });
    for (const [index, { resolve }] of all.entries()) {
      const tools = (manifest?.tools ?? []).filter(({ name }) => name.startsWith(`t${index}_`));
      const own = diagnostics.filter(
        ({ id, file }) =>
          id !== 'package-not-installed' && (!/^t\d+\//.test(file) || file.startsWith(`t${index}/`)),
      );
      resolve({
        schemas: Object.fromEntries(tools.map((each) => [each.name.replace(/^t\d+_/, ''), each.inputSchema])),
        reports: own.map(
          ({ id, file, line, message }) => `${file.replace(/^t\d+\//, '')}:${line} ${id}: ${message}`,
        ),
      });
    }
  } finally {
    await removeProject(cwd);
  }
}

/** The files of a case, whose tools have names of their own among those of all tests. */
function filesOf(
  index: number,
  [name, source, schema = 'A', modules = {}]: Cases[number],
): [string, string][] {
  const named = `${source}${tool(name, schema)}`.replace(
    /(export const (\w+) = defineTool\(\{)/g,
    `$1 name: 't${index}_$2',`,
  );
  return [
    [`t${index}/src/tools/${name}.ts`, `${IMPORTS}${named}`],
    ...Object.entries(modules).map(([file, text]): [string, string] => [
      `t${index}/src/lib/${file}.ts`,
      text,
    ]),
  ];
}
