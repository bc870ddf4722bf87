/** `; did you mean "build"?` for a word that starts like a command, else nothing. */
export function nearestCommand(word: string, commands: readonly string[]): string {
  const match = commands.find((command) => command.startsWith(word.slice(0, 2)));
  return match === undefined ? '' : `; did you mean "${match}"?`;
}
