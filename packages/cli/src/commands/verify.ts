import { type Command, defineCommand, ONE_MANIFEST } from '../command.ts';
import { UsageError } from '../errors.ts';
import { type Option, text, textOf, CONFIG } from '../option.ts';

const KEYS: Option<string> = {
  ...text('<file>', 'The public keys that you trust: a JWK set.'),
  isNeeded: true,
  read(given, name) {
    const file = textOf(given, name);
    if (file !== undefined) return file;
    throw new UsageError('Name the keys that you trust: --keys <file>, with a JWK set.');
  },
};

/** `btcp verify`. */
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

/** `btcp sign`. */
export const sign: Command = defineCommand({
  name: 'sign',
  summary: 'Signs a manifest, into a file beside it that ends in .sig.json; or makes the keys for that.',
  operands: ONE_MANIFEST,
  options: {
    key: text('<file>', 'The private key, a JWK in a file that only you can read.'),
    'new-key': text(
      '<file>',
      'Make a pair of keys instead: the private one goes to this file, which must not exist.',
    ),
    keys: text(
      '<file>',
      'The JWK set to which --new-key adds the public key, and which must verify a signature. Default: btcp.keys.json, which must not revoke the key.',
    ),
    config: CONFIG,
  },
  excludes: { 'new-key': ['key'] },
  check({ key, 'new-key': newKey }, [manifest]) {
    if (key === undefined && newKey === undefined)
      throw new UsageError('No key is given. Name one with --key <file>, or make one with --new-key <file>.');
    if (newKey !== undefined && manifest !== undefined)
      throw new UsageError(`--new-key makes a key and signs nothing; leave "${manifest}" out.`);
  },
  load: async () => (await import('../sign/run-sign.ts')).runSign,
});
