import { format, resolveConfig } from 'prettier';

/** Formats TypeScript with the options that the project has for the file. */
export async function formatText(path: string, text: string): Promise<string> {
  const options = await resolveConfig(path, { editorconfig: true });
  return format(text, { ...options, filepath: path });
}
