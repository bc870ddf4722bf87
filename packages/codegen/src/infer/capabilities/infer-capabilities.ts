import { positionOf } from '../../source/position.ts';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import { compareText } from '../../source/match-files.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import type {
  CallStep,
  CapabilityFlag,
  CapabilityReport,
  CapabilityUse,
  Evidence,
} from './capability-report.ts';
import { stateWrites } from '../state/state-writes.ts';
import { isFunctionValue, originOf } from './declarations.ts';
import { nameOf } from './find-member.ts';
import { type Finding, type Findings, type FoundCapability, shortText } from './findings.ts';
import { IMPLIED } from './implied.ts';
import type { Step } from './step.ts';
import { resolveAlias } from './symbol-steps.ts';
import { ToolRun } from './tool-run.ts';
import { readUnit } from './unit-reader.ts';

/** The part of a discovered tool that inference looks at. */
export type InferredFrom = Pick<DiscoveredTool, 'definition' | 'nameNode'>;

/**
 * Infers which powers of the browser a tool's code uses, from its `execute` through everything of the author's own that
 * it may run. Powers are told by the declarations that names lead to, never by the names.
 *
 * Every function is read once for all tools of a project; per tool, its calls are followed and its values asked for.
 *
 * @param project - The types are those of its checker at the time of the first call.
 * @returns What was found. What the code hides (`any`, eval, dependencies) is flagged, not guessed.
 */
export function inferCapabilities(project: SourceProject, tool: InferredFrom): CapabilityReport {
  const checker = project.checker();
  const run = new ToolRun(checker, unitsOf(checker));
  try {
    const roots = rootsOf(checker, tool);
    if (roots.length === 0) run.findings.addFlag('unverifiable', tool.nameNode, 'execute', tool.definition);
    run.run(roots);
  } catch (error) {
    // The compiler fails on some code, and code can nest deeper than the stack; that must not take other tools along.
    const reason = error instanceof Error ? error.message : String(error);
    run.findings.addFlag('unverifiable', tool.nameNode, `execute (${reason})`, tool.definition);
  }
  return new ReportWriter(project, run.findings).report(stateOf(run));
}

function stateOf(run: ToolRun): readonly Finding[] {
  const { arrivals } = run.findings;
  return [...arrivals.keys()]
    .filter(ts.isFunctionLike)
    .flatMap((unit) =>
      stateWrites(run.checker, run, unit).map((node) => ({ node, unit, used: shortText(node) })),
    );
}

const units = new WeakMap<ts.TypeChecker, (unit: ts.Node) => readonly Step[]>();

function unitsOf(checker: ts.TypeChecker): (unit: ts.Node) => readonly Step[] {
  const known = units.get(checker);
  if (known) return known;
  const steps = new Map<ts.Node, readonly Step[]>();
  const stepsOf = (unit: ts.Node): readonly Step[] => {
    let read = steps.get(unit);
    if (!read) steps.set(unit, (read = readUnit(checker, unit)));
    return read;
  };
  units.set(checker, stepsOf);
  return stepsOf;
}

// The member `execute`, wherever the definition has it from; where it is not a function itself, the expression it is.
/** The functions that `execute` is, or the expressions that make them. */
export function rootsOf(checker: ts.TypeChecker, { definition }: InferredFrom): readonly ts.Node[] {
  return membersOf(checker, unwrap(definition)).flatMap((member): readonly ts.Node[] => {
    if (isFunctionValue(member)) return [member];
    if (ts.isPropertyAssignment(member)) return rootOfValue(checker, unwrap(member.initializer));
    if (!ts.isShorthandPropertyAssignment(member)) return [];
    const value = checker.getShorthandAssignmentValueSymbol(member);
    return value ? rootOfSymbol(checker, value) : [];
  });
}

// Most definitions spell it out; the type of a definition costs as much as everything else of a small tool.
function membersOf(checker: ts.TypeChecker, definition: ts.Expression): readonly ts.Node[] {
  const spelled = ts.isObjectLiteralExpression(definition)
    ? definition.properties.findLast(
        (property) => ts.isSpreadAssignment(property) || nameOf(property.name) === 'execute',
      )
    : undefined;
  if (spelled && !ts.isSpreadAssignment(spelled)) return [spelled];
  const symbol = checker.getTypeAtLocation(definition).getProperty('execute');
  return symbol?.declarations?.filter((each) => originOf(each) === 'project') ?? [];
}

function rootOfValue(checker: ts.TypeChecker, value: ts.Expression): readonly ts.Node[] {
  const symbol = ts.isIdentifier(value) ? checker.getSymbolAtLocation(value) : undefined;
  const named = symbol ? rootOfSymbol(checker, symbol) : [];
  return named.length > 0 ? named : [value];
}

function rootOfSymbol(checker: ts.TypeChecker, symbol: ts.Symbol): readonly ts.Node[] {
  const declarations = resolveAlias(checker, symbol)?.declarations ?? [];
  return declarations.flatMap((declaration): readonly ts.Node[] => {
    if (isFunctionValue(declaration)) return [declaration];
    const value = ts.isVariableDeclaration(declaration) && declaration.initializer;
    return value ? rootOfValue(checker, unwrap(value)) : [];
  });
}

class ReportWriter {
  readonly #project: SourceProject;
  readonly #findings: Findings;

  constructor(project: SourceProject, findings: Findings) {
    this.#project = project;
    this.#findings = findings;
  }

  report(state: readonly Finding[]): CapabilityReport {
    const { capabilities, maybe, flags } = this.#findings;
    const granted = new Set<string>(
      [...capabilities.values()].flatMap(({ capability }) => [capability, ...(IMPLIED[capability] ?? [])]),
    );
    const open = [...maybe.values()].filter(({ capability }) => !granted.has(capability));
    return {
      capabilities: [...capabilities.values()].map((found) => this.#use(found)).sort(compareEvidence),
      maybe: open.map((found) => this.#use(found)).sort(compareEvidence),
      flags: [...flags.values()]
        .map((found): CapabilityFlag => ({
          kind: found.flag,
          ...(found.power && { power: found.power }),
          ...this.#evidence(found),
        }))
        .sort(compareEvidence),
      state: state.map((found) => this.#evidence(found)).sort(compareEvidence),
    };
  }

  #use(found: FoundCapability): CapabilityUse {
    return { capability: found.capability, ...this.#evidence(found) };
  }

  #evidence({ node, used, unit }: Finding): Evidence {
    return { ...positionOf(this.#project, node), used, path: this.#pathTo(unit) };
  }

  #pathTo(unit: ts.Node): readonly CallStep[] {
    const path: CallStep[] = [];
    for (let at: ts.Node | undefined = unit; at;) {
      const arrival = this.#findings.arrivals.get(at);
      if (!arrival?.from) break;
      path.unshift({ name: nameOfUnit(at), ...positionOf(this.#project, arrival.node) });
      at = arrival.from;
    }
    return path;
  }
}

function nameOfUnit(unit: ts.Node): string {
  if (ts.isSourceFile(unit) || ts.isExpressionStatement(unit.parent)) return 'module';
  if (ts.isConstructorDeclaration(unit)) return 'constructor';
  const own =
    ts.isFunctionLike(unit) || ts.isClassLike(unit) || ts.isVariableDeclaration(unit)
      ? nameOf(unit.name)
      : undefined;
  const { parent } = unit;
  const given =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)
      ? nameOf(parent.name)
      : undefined;
  return own ?? given ?? '(function)';
}

function compareEvidence(a: Evidence, b: Evidence): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.used, b.used);
}
