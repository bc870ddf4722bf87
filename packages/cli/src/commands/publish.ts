import { type Command, defineCommand } from '../command.ts';
import { CONFIG, flag, text } from '../option.ts';
import { UsageError } from '../errors.ts';

export const publish: Command = defineCommand({
  name: 'publish',
  summary:
    'Publishes the built tools as the files by which agents and people find them, or as a package to npm.',
  operands: {
    usage: '[-- <npm arguments> | <provider>...]',
    help: {
      '-- <npm arguments>': 'Passed to `npm publish`, such as `-- --tag next`.',
      '<provider>':
        'With --merge: the folder of a package, a manifest, git:<revision>:<path> or npm:<package>@<version>.',
    },
  },
  options: {
    out: text(
      '<dir>',
      'Write the files into this folder, to be served as it is, instead of publishing to npm.',
    ),
    merge: flag('With --out: write one page that lists the tools of several providers, and their manifests.'),
    experimental: flag('Write drafts, too: the MCP server card, and the AI catalog that leads to it.'),
    'allow-partial': flag(
      'Exit with 0 although tools had to be left out of a file or, with --merge, have the same name.',
    ),
    key: text('<file>', 'With --out: sign the manifest with this private key, as `btcp sign` does.'),
    keys: text(
      '<file>',
      'With --key: the JWK set that is published with the signature. Default: btcp.keys.json.',
    ),
    'dry-run': flag('Check version and package, and show what it would contain; publish nothing.'),
    against: text(
      '<release>',
      'The release that the version must rise from, as for `btcp diff`. Default: the latest on npm, where there is one.',
    ),
    config: CONFIG,
  },
  goesWith: { merge: 'out', experimental: 'out', 'allow-partial': 'out', key: 'out', keys: 'key' },
  excludes: {
    'dry-run': ['out'],
    against: ['out'],
    merge: ['key', 'config', 'experimental'],
  },
  check({ out, merge }, [first]) {
    if (merge && first === undefined)
      throw new UsageError('Name the folders of the providers after --merge, for example packages/*.');
    if (merge || first === undefined) return;
    if (out !== undefined) throw new UsageError(`--out publishes nothing to npm; got "${first}" for it.`);
    if (!first.startsWith('-'))
      throw new UsageError(`publish takes npm's own options after \`--\`; got "${first}".`);
  },
  load: async () => (await import('../publish/run-publish.ts')).runPublish,
});
