import { type Command, defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { type Option, text, textOf } from '../option.ts';

const KEYS: Option<string> = {
  ...text('<file>', 'The public keys that you trust: a JWK set.'),
  isNeeded: true,
  read(given, name) {
    const file = textOf(given, name);
    if (file !== undefined) return file;
    throw new UsageError('Name the keys that you trust: --keys <file>, with a JWK set.');
  },
};

export const verify: Command = defineCommand({
  name: 'verify',
  summary: 'Says, offline, whether a manifest is what was signed, and else which tool and field changed.',
  operands: {
    usage: '<manifest.json>',
    help: {
      '<manifest.json>':
        'A manifest, with its signature, and the documents of its tools in `ui/`, beside it.',
    },
    missing: 'Name the manifest to verify, for example: btcp verify manifest.json.',
    most: [1, (extra) => `One manifest is enough; got "${extra}" too.`],
  },
  options: {
    keys: KEYS,
    'at-least': text(
      '<version>',
      'Refuse a manifest of an earlier version than this, which was signed as well: somebody may bring it back.',
    ),
    signature: text('<file>', 'The signature. Default: the file beside the manifest that ends in .sig.json.'),
  },
  load: async () => (await import('../verify/run-verify.ts')).runVerify,
});
