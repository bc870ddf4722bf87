import { type Command, defineCommand, ONE_MANIFEST } from '../command.ts';
import { UsageError } from '../errors.ts';
import { text, CONFIG } from '../option.ts';

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
