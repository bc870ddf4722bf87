const actions = new Set<() => void>();
let isListening = false;

/**
 * Runs something when this process exits, be it by `process.exit` or by itself. Signals end a process without: whoever
 * owns it turns them into an exit.
 *
 * @returns Takes it back.
 */
export function onProcessExit(action: () => void): () => void {
  if (!isListening) {
    isListening = true;
    process.on('exit', () => {
      for (const run of actions) run();
    });
  }
  actions.add(action);
  return () => void actions.delete(action);
}
