import { verifyManifest } from '@btcp/client/signature';
import type { Manifest } from '@btcp/core';
import { isEarlierVersion, isFullVersion } from '@btcp/schema/compare';
import type { CliIo, ExitCode } from '../io.ts';
import { readKeySetText } from '../sign/key-files.ts';
import { readJsonText, signatureFile } from '../sign/read-json-text.ts';
import { line } from '../printable-io.ts';

interface VerifyValues {
  readonly keys: string;
  readonly signature?: string;
  readonly 'at-least'?: string;
}

const MAX_LISTED = 50;

/** Runs `btcp verify`. */
export async function runVerify(
  { keys, signature, 'at-least': least }: VerifyValues,
  [file = '']: readonly string[],
  io: CliIo,
): Promise<ExitCode> {
  const text = await readJsonText(file, io.cwd);
  const signed = await readJsonText(signature ?? signatureFile(file), io.cwd);
  const result = await verifyManifest(text, signed, await readKeySetText(keys, io.cwd));
  if (!result.ok) {
    for (const { message } of result.issues.slice(0, MAX_LISTED)) io.stderr(line`btcp: ${file}: ${message}`);
    const more = result.issues.length - MAX_LISTED;
    if (more > 0) io.stderr(line`btcp: ${file}: and ${more} more`);
    return 1;
  }
  const { version } = JSON.parse(text) as Manifest; // as just verified
  if (least !== undefined && (!isFullVersion(version) || isEarlierVersion(version, least))) {
    io.stderr(line`btcp: ${file} is signed, but its version ${version} is earlier than ${least}.`);
    return 1;
  }
  io.stdout(line`${file} is what the key ${result.kid} signed`);
  return 0;
}
