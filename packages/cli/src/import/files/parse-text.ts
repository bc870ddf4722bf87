import { parse } from 'yaml';
import { LeftOut } from './left-out.ts';

/**
 * Parses JSON or YAML.
 *
 * @param name - The file, for the message.
 * @throws LeftOut
 */
export function parseText(text: string, name: string): unknown {
  // Some editors write a byte order mark.
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(plain) as unknown;
  } catch (error) {
    // YAML contains JSON, but its messages are of no help there, and it takes many times as long.
    if (/^\s*[{[]/.test(plain)) throw unreadable(name, 'JSON', error);
  }
  try {
    return parse(plain, { merge: true }) as unknown;
  } catch (error) {
    throw unreadable(name, 'YAML', error);
  }
}

function unreadable(name: string, language: string, error: unknown): LeftOut {
  const [message = ''] = (error as Error).message.split('\n');
  return new LeftOut(
    `${name} is not ${language}: ${message.replace(/:$/, '')}.`,
    `Correct it, or export it anew as JSON.`,
  );
}
