import type { LoadedConfig } from '@btcp/codegen';
import type { Manifest, PublishConfig } from '@btcp/core';
import { ManifestFacts } from '@btcp/schema/check';
import { InputError } from '../errors.ts';
import type { PackageFields } from '../system/read-package.ts';

/** What is published, and for whom. */
export interface Publication {
  /** As the build wrote it. */
  readonly manifest: Manifest;
  readonly config: LoadedConfig;
  /** `publish` of the config, validated. */
  readonly settings: PublishConfig;
  readonly package: PackageFields;
  /** Whether drafts are written too. */
  readonly isExperimental: boolean;
  /** The texts of the private key and of the published key set, where the manifest is signed. */
  readonly signing?: { readonly key: string; readonly keys: string };
  /** Reports what a format loses, in one line. */
  readonly report: (loss: string) => void;
  /** Reports a tool that a promised file lacks: the command then fails, unless partial files are allowed. */
  readonly reportMissing: (loss: string) => void;
}

/** A file to publish. */
export interface PublishedFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Writes the files of one kind; none where they do not apply. */
export type FileWriter = (
  publication: Publication,
) => readonly PublishedFile[] | Promise<readonly PublishedFile[]>;

/** A JSON file, as people read it. */
export const publishedJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Validates a manifest: a build writes a valid one, but anybody can change the file.
 *
 * @param name - How the message names it.
 * @throws InputError that says the first thing that is wrong.
 */
export function validManifest(read: unknown, name: string): Manifest {
  const { issues, tools } = new ManifestFacts(read);
  const issue = [...issues, ...tools.flatMap((tool) => tool.issues)].find(
    ({ severity }) => severity === 'error',
  );
  // Without issues it is what the meta-schema describes.
  if (!issue) return read as Manifest;
  throw new InputError(`${name} is not a valid manifest: ${issue.message}`, 'Run `btcp build`.');
}
