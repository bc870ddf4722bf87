/** A message as a sentence of its own: with a capital and a full stop. */
export function asSentence(message: string): string {
  const start = message.charAt(0).toUpperCase() + message.slice(1);
  return start.endsWith('.') ? start : `${start}.`;
}
