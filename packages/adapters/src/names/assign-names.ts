import { type NameRule, hashedName, safeName } from './safe-name.ts';

/**
 * Assigns each tool a unique name that the target allows: where two tools would get one name, the later one's ends in a
 * hash.
 *
 * @param toolNames - Without duplicates.
 * @returns The exported names, in the same order.
 */
export function assignNames(toolNames: readonly string[], rule: NameRule): string[] {
  const taken = new Set<string>();
  return toolNames.map((toolName) => {
    const wanted = safeName(toolName, rule);
    let name = wanted;
    for (let count = 1; taken.has(name); count++) {
      name = hashedName(wanted, count === 1 ? toolName : `${toolName}#${count}`, rule);
    }
    taken.add(name);
    return name;
  });
}
