import { ts } from '../../source/ts.ts';
import type { Calls, Site } from './run.ts';
import { valuesOfType } from './type-values.ts';
import { CONTEXT, DATA, UNKNOWN, type Value, type ValueReader } from './value.ts';

/** What a parameter is given by the calls of its function that the run has seen. */
export function parameterValues(
  values: ValueReader,
  calls: Calls,
  parameter: ts.ParameterDeclaration,
): readonly Value[] {
  const fn = parameter.parent;
  const index = fn.parameters
    .filter(({ name }) => !(ts.isIdentifier(name) && name.text === 'this'))
    .indexOf(parameter);
  if (calls.isExecute(fn)) return [index === 1 ? CONTEXT : DATA];
  const sites = calls.sitesOf(ts.isConstructorDeclaration(fn) ? fn.parent : fn);
  const isLeftOut = sites.length === 0 || sites.some((site) => mayLeaveOut(values.checker, site, index));
  const given = parameter.initializer && isLeftOut ? values.of(parameter.initializer) : [];
  const passed = sites.flatMap((site) => passedValues(values, site, index, parameter));
  return passed.length + given.length > 0 ? [...passed, ...given] : [UNKNOWN];
}

// A default only counts where a call may do without the argument.
function mayLeaveOut(checker: ts.TypeChecker, site: Site, index: number): boolean {
  if ('inputs' in site) return true;
  const arg = site.args[index];
  if (!arg || site.args.slice(0, index + 1).some(ts.isSpreadElement)) return true;
  return mayBeUndefined(checker.getTypeAtLocation(arg));
}

const UNDEFINED = ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Any | ts.TypeFlags.Unknown;

function mayBeUndefined(type: ts.Type): boolean {
  return type.isUnion() ? type.types.some(mayBeUndefined) : (type.flags & UNDEFINED) !== 0;
}

function passedValues(
  values: ValueReader,
  site: Site,
  index: number,
  parameter: ts.ParameterDeclaration,
): readonly Value[] {
  const ofAll = (nodes: readonly ts.Node[]): readonly Value[] => nodes.flatMap((node) => values.of(node));
  if ('inputs' in site) {
    // A platform's function may pass anything of its own.
    const own = values.ofType(parameter);
    const inputs = ofAll(site.inputs).flatMap((value) => heldBy(values.checker, value));
    return own.some(({ kind }) => kind === 'platform') ? own : inputs.length > 0 ? inputs : [UNKNOWN];
  }
  const { args } = site;
  const spread = args.findIndex((arg) => ts.isSpreadElement(arg));
  if (parameter.dotDotDotToken) return ofAll(args.slice(index));
  if (spread !== -1 && spread <= index) return ofAll(args.slice(spread));
  const arg = args[index];
  return arg ? values.of(arg) : [];
}

// A list of the page holds its items.
function heldBy(checker: ts.TypeChecker, value: Value): readonly Value[] {
  const item = value.kind === 'platform' ? value.type.getNumberIndexType() : undefined;
  return item ? valuesOfType(checker, item) : [value];
}
