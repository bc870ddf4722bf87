import { ast, is } from '../../../source/types/typescript.ts';
import {
  hasModifier,
  isAssignment,
  isClass,
  isFunctionNode,
  isModuleLevel,
  namesFunction,
  rootOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import type { ProjectCode } from './project-code.ts';

type Node = ast.Node;

/** A top-level statement with a side effect, and the declarations that it may change. */
export interface InitializerEffect {
  readonly statement: Node;
  readonly targets: readonly Node[];
}

const known = new WeakMap<ast.SourceFile, readonly InitializerEffect[]>();

/**
 * The top-level statements of a file that may give a function to a variable or class of any module:
 * `hooks.set('wipe', wipe)`, `register('wipe', wipe)`, `Tool.prototype.run = run`, `const stop = listen(render)`.
 */
export function initializerEffectsOf(
  project: ProjectCode,
  file: ast.SourceFile,
): readonly InitializerEffect[] {
  let effects = known.get(file);
  if (!effects) {
    effects = effectExpressions(file).map((statement) => ({
      statement,
      targets: targetsOf(project, statement),
    }));
    known.set(file, effects);
  }
  return effects;
}

// Skips exported variables: their initializers may define tools, which are analysed one by one.
function effectExpressions({ statements }: ast.SourceFile | ast.ModuleBlock): readonly Node[] {
  return [...statements].flatMap((statement): readonly Node[] => {
    if (is.isModuleDeclaration(statement) && statement.body && is.isModuleBlock(statement.body))
      return effectExpressions(statement.body);
    if (is.isExpressionStatement(statement)) {
      const value = unwrap(statement.expression);
      return isAssignment(value) || is.isCallExpression(value) ? [value] : [];
    }
    if (!is.isVariableStatement(statement) || hasModifier(statement, ast.SyntaxKind.ExportKeyword)) return [];
    return statement.declarationList.declarations.flatMap(({ initializer }) => {
      const call = initializer && unwrap(initializer);
      return call && is.isCallExpression(call) && call.arguments.length > 0 ? [call] : [];
    });
  });
}

// What the statement names or changes, and the variables and classes that a called function names.
function targetsOf(project: ProjectCode, statement: Node): readonly Node[] {
  return project.stepsOf(statement, 'call', false).flatMap((step): readonly Node[] => {
    if (step.kind === 'change') return project.code.declaredAt(rootOf(step.changed));
    const unit = step.kind === 'enter' ? step.unit : step.kind === 'member' ? step.declared : undefined;
    if (unit && !isFunctionNode(unit)) return namesFunction(unit) ? [] : [unit];
    const isCalled = unit && 'reference' in step && step.reference.args;
    return isCalled ? variablesIn(project, unit) : [];
  });
}

function variablesIn(project: ProjectCode, unit: Node): readonly Node[] {
  return project
    .stepsOf(unit, 'call', false)
    .flatMap((step) => (step.kind === 'enter' ? [step.unit] : []))
    .filter((each) => (is.isVariableDeclaration(each) && isModuleLevel(each)) || isClass(each));
}
