import { basename, dirname, resolve } from 'node:path';
import { verifyManifest } from '@btcp/client/signature';
import type { Manifest, ManifestTool } from '@btcp/core';
import { isEarlierVersion, isFullVersion } from '@btcp/schema/compare';
import { InputError, UsageError } from '../errors.ts';
import { line, type Run } from '../io.ts';
import { textAt, documentPath, isDocumentOf } from '../system/write-files.ts';
import { readKeySetText, readJsonText, signatureFile } from '../sign/key-files.ts';

interface VerifyValues {
  readonly keys: string;
  readonly signature?: string;
  readonly 'at-least'?: string;
}

const MAX_LISTED = 50;

export const runVerify: Run<VerifyValues> = async (
  { keys, signature, 'at-least': least },
  [file = ''],
  io,
) => {
  if (least !== undefined && !isFullVersion(least))
    throw new UsageError(`--at-least takes a full version such as 1.2.0; got "${least}".`);
  const text = await readJsonText(file, io.cwd);
  const signed = await readJsonText(signature ?? signatureFile(file), io.cwd).catch((error: unknown) => {
    if (signature !== undefined || !(error instanceof InputError)) throw error;
    throw new InputError(
      error.reason,
      'It is the signature, as `btcp sign` writes it; name another by --signature <file>.',
    );
  });
  const result = await verifyManifest(text, signed, await readKeySetText(keys, io.cwd));
  if (!result.ok) {
    for (const { message } of result.issues.slice(0, MAX_LISTED)) io.stderr(line`btcp: ${file}: ${message}`);
    const more = result.issues.length - MAX_LISTED;
    if (more > 0) io.stderr(line`btcp: ${file}: and ${more} more`);
    return 1;
  }
  const { version, tools } = JSON.parse(text.replace(/^\uFEFF/, '')) as Manifest; // as just verified
  if (least !== undefined && (!isFullVersion(version) || isEarlierVersion(version, least))) {
    io.stderr(line`btcp: ${file} is signed, but its version ${version} is earlier than ${least}.`);
    return 1;
  }
  const { changed, missing } = await checkDocuments(tools, dirname(resolve(io.cwd, file)));
  for (const path of changed) io.stderr(line`btcp: ${file}: ${path} is not the document that was signed`);
  if (changed.length > 0) return 1;
  if (missing.length > 0) io.stderr(line`btcp: ${file}: not there, so not verified: ${missing.join(', ')}`);
  io.stdout(line`${file} is what the key ${result.kid} signed`);
  return 0;
};

/** Compares the documents beside a manifest with its digests; those of `.well-known/btcp.json` are a folder above. */
async function checkDocuments(
  tools: readonly ManifestTool[],
  folder: string,
): Promise<{ readonly changed: readonly string[]; readonly missing: readonly string[] }> {
  const place = basename(folder) === '.well-known' ? dirname(folder) : folder;
  const [changed, missing]: [string[], string[]] = [[], []];
  for (const tool of tools.filter(({ ui }) => ui)) {
    const document = await textAt(documentPath(place, tool.name));
    const name = documentPath('', tool.name);
    if (document === undefined) missing.push(name);
    else if (!isDocumentOf(tool, document)) changed.push(name);
  }
  return { changed, missing };
}
