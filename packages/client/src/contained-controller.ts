import { contained } from './contained.ts';

/**
 * An abort controller for a tool. An error of a listener of its signal is logged: Node would end the process. A signal
 * that the tool derives with `AbortSignal.any` is the platform's own, and so are its listeners.
 */
export function createToolController(): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  // One guard per listener, so that it can be removed.
  const guards = new WeakMap<object, EventListener>();
  const guard = (listener: EventListenerOrEventListenerObject): EventListener => {
    const call = (event: Event): unknown =>
      typeof listener === 'function' ? listener.call(signal, event) : listener.handleEvent(event);
    const found = guards.get(listener) ?? contained(call, 'ctx.signal');
    guards.set(listener, found);
    return found;
  };
  for (const method of ['addEventListener', 'removeEventListener'] as const) {
    const original = signal[method].bind(signal);
    signal[method] = (
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: AddEventListenerOptions | boolean,
    ): void => original(type, listener && guard(listener), options);
  }
  return controller;
}
