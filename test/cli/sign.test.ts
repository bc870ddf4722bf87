import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';

const MANIFEST = {
  btcp: '1.0',
  name: 'order-tools',
  version: '1.0.0',
  description: 'Tools of an order page.',
  tools: [
    {
      name: 'listOrders',
      description: 'Lists the orders shown on the page, newest first.',
      inputSchema: {
        type: 'object',
        properties: { limit: { type: 'integer', maximum: 50, minimum: 1, description: 'How many at most.' } },
        additionalProperties: false,
      },
      capabilities: ['dom:read'],
    },
  ],
  capabilities: ['dom:read'],
};
const TEXT = JSON.stringify(MANIFEST, null, 2);

let folder: string;
const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
const write = (file: string, text: string | Uint8Array): Promise<void> => writeFile(join(folder, file), text);

/** Writes a manifest with the signature of the unchanged one, and verifies it. */
async function verifyChanged(file: string, text: string | Uint8Array) {
  await write(file, text);
  return btcp(folder, 'verify', file, '--signature', 'm.sig.json', '--keys', 'btcp.keys.json');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'btcp-sign-'));
  await write('m.json', TEXT);
  await btcp(folder, 'sign', '--new-key', 'author.jwk');
  await btcp(folder, 'sign', 'm.json', '--key', 'author.jwk');
});

afterAll(() => rm(folder, { recursive: true }));

describe('btcp sign --new-key', () => {
  it('makes a private key that only its owner can read, and prints nothing of it', async () => {
    const { code, out, err } = await btcp(folder, 'sign', '--new-key', 'second.jwk', '--keys', 'two.json');
    const { d, ...publicKey } = JSON.parse(await read('second.jwk')) as Record<string, string>;
    expect(d).toHaveLength(43);
    expect((await stat(join(folder, 'second.jwk'))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await read('two.json'))).toEqual({ keys: [publicKey] });
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(
      `key ${publicKey['kid']}: the private one in second.jwk, for you alone; the public one in two.json\n`,
    );
  });

  it('puts no public keys in the place of the private one', async () => {
    expect(await btcp(folder, 'sign', '--new-key', 'both.jwk', '--keys', './both.jwk')).toEqual({
      code: 1,
      out: '',
      err: 'btcp: both.jwk cannot hold both keys: the public ones are published.\nhelp: Name another file for the private key.\n',
    });
    await expect(read('both.jwk')).rejects.toThrow('ENOENT');
  });

  it('adds the public key to those that are there, and overwrites no private key', async () => {
    const before = await read('author.jwk');
    const again = await btcp(folder, 'sign', '--new-key', 'author.jwk', '--keys', 'btcp.keys.json');
    expect(again).toEqual({
      code: 1,
      out: '',
      err: 'btcp: author.jwk is there already; a private key is never overwritten.\nhelp: Name another file.\n',
    });
    expect(await read('author.jwk')).toBe(before);
    const set = JSON.parse(await read('btcp.keys.json')) as object;
    await write('rotated.json', `\uFEFF${JSON.stringify({ issuer: 'Acme', ...set })}`);
    await btcp(folder, 'sign', '--new-key', 'third.jwk', '--keys', 'rotated.json');
    const rotated = JSON.parse(await read('rotated.json')) as {
      issuer: string;
      keys: readonly { kid: string }[];
    };
    expect([rotated.issuer, rotated.keys.length]).toEqual(['Acme', 2]);
  });

  it.each<[what: string, text: string, message: string]>([
    ['no JWK set', '[]', 'The key set must be a JSON object.'],
    ['no JSON', '{', 'The key set is not JSON.'],
    [
      'a private key',
      '{"keys":[{"kty":"OKP","d":"x"}]}',
      'The key set has a private key in it: publish public keys only, and replace that one.',
    ],
  ])('writes nothing where the set of keys has %s', async (what, text, message) => {
    await write('wrong.json', text);
    const { code, err } = await btcp(folder, 'sign', '--new-key', 'none.jwk', '--keys', 'wrong.json');
    expect([code, err]).toEqual([
      1,
      `btcp: ${message}\nhelp: Correct wrong.json, or name another file with --keys.\n`,
    ]);
    expect(await read('wrong.json')).toBe(text);
    expect(await readdir(folder)).not.toContain('none.jwk');
  });

  it('makes no private key in a folder that is published or built, and signs with none', async () => {
    await mkdir(join(folder, 'served/.well-known'), { recursive: true });
    await mkdir(join(folder, 'served/assets'));
    await mkdir(join(folder, 'project/generated'), { recursive: true });
    await write('served/.well-known/btcp.json', TEXT);
    await write('project/btcp.config.ts', "export default { tools: ['src/*.ts'] };");
    await symlink('served/assets', join(folder, 'elsewhere'));
    const errorOf = async (cwd: string, file: string) =>
      (await btcp(join(folder, cwd), 'sign', '--new-key', file, '--keys', 'unused.json')).err;
    const refused = (file: string, published: string) =>
      `btcp: ${file} is in ${published}, whose files are published: the private key would be, too.\nhelp: Name a file in another folder.\n`;
    expect(await errorOf('.', 'served/key.jwk')).toBe(refused('served/key.jwk', 'served'));
    expect(await errorOf('served/assets', 'key.jwk')).toBe(refused('key.jwk', '..'));
    expect(await errorOf('.', 'elsewhere/key.jwk')).toBe(refused('elsewhere/key.jwk', 'served'));
    expect(await errorOf('project', 'generated/key.jwk')).toBe(refused('generated/key.jwk', 'generated'));
    const left = await readdir(folder, { recursive: true });
    expect(left.filter((path) => /\/key\.jwk$|unused\.json$/.test(path))).toEqual([]);
    await writeFile(join(folder, 'served/later.jwk'), await read('author.jwk'), { mode: 0o600 });
    expect(await btcp(folder, 'sign', 'm.json', '--key', 'served/later.jwk')).toEqual({
      code: 1,
      out: '',
      err: 'btcp: served/later.jwk is in served, whose files are published: the private key would be, too.\nhelp: Keep the private key in another folder; if others may have read it, make a new key and revoke this one.\n',
    });
  });

  it('leaves no private key where its public one cannot be written', async () => {
    const { code, err } = await btcp(
      folder,
      'sign',
      '--new-key',
      'none.jwk',
      '--keys',
      'no/such/folder.json',
    );
    expect([code, err.split('\n')[0]]).toEqual([
      1,
      'btcp: no/such/folder.json cannot be written: there is no such path.',
    ]);
    expect(await readdir(folder)).not.toContain('none.jwk');
  });
});

describe('btcp sign', () => {
  it('writes the signature beside the manifest, the same each time', async () => {
    const before = await read('m.sig.json');
    expect(await btcp(folder, 'sign', 'm.json', '--key', 'author.jwk')).toEqual({
      code: 0,
      out: 'order-tools 1.0.0 is signed, in m.sig.json\n',
      err: '',
    });
    expect(await read('m.sig.json')).toBe(before);
    await mkdir(join(folder, 'site/.well-known'), { recursive: true });
    await write('site/.well-known/btcp.json', TEXT);
    await btcp(folder, 'sign', 'site/.well-known/btcp.json', '--key', 'author.jwk');
    expect(await read('site/.well-known/btcp.sig.json')).toBe(before);
  });

  it('replaces no file that is not a signature', async () => {
    await write('notes.json', TEXT);
    await write('notes.sig.json', '{ "mine": true }');
    const { code, err } = await btcp(folder, 'sign', 'notes.json', '--key', 'author.jwk');
    expect([code, err.split('\n')[0]]).toEqual([
      1,
      'btcp: notes.sig.json is no signature, and would be replaced.',
    ]);
    expect(await read('notes.sig.json')).toBe('{ "mine": true }');
  });

  it('refuses a private key that others can read', async () => {
    await write('open.jwk', await read('author.jwk'));
    await chmod(join(folder, 'open.jwk'), 0o640);
    expect(await btcp(folder, 'sign', 'm.json', '--key', 'open.jwk')).toEqual({
      code: 1,
      out: '',
      err: 'btcp: open.jwk can be used by others: its mode is 640.\nhelp: Run `chmod 600 open.jwk`; if others may have read it, make a new key and revoke this one.\n',
    });
  });

  it('says that a file holds public keys, whoever can read it', async () => {
    const [key] = (JSON.parse(await read('btcp.keys.json')) as { keys: unknown[] }).keys;
    await writeFile(join(folder, 'public.jwk'), JSON.stringify(key), { mode: 0o644 });
    const { code, err } = await btcp(folder, 'sign', 'm.json', '--key', 'public.jwk');
    expect([code, err]).toEqual([
      1,
      'btcp: The private key has no `d`: it is a public one, or truncated.\nhelp: Take a key that `btcp sign --new-key` made.\n',
    ]);
  });

  it('repeats nothing of a private key that is broken', async () => {
    const secret = (JSON.parse(await read('author.jwk')) as { d: string }).d;
    await writeFile(join(folder, 'broken.jwk'), `{"kty":"OKP","d":"${secret}`, { mode: 0o600 });
    const { code, out, err } = await btcp(folder, 'sign', 'm.json', '--key', 'broken.jwk');
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      'btcp: The private key is not JSON.\nhelp: Take a key that `btcp sign --new-key` made.\n',
    );
  });

  it('refuses a key that its set revokes, or that a named set lacks', async () => {
    const { kid, x } = JSON.parse(await read('author.jwk')) as Record<string, string>;
    const revoked = JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', kid, x, revoked: true }] });
    await mkdir(join(folder, 'keys/here'), { recursive: true });
    await writeFile(join(folder, 'keys/author.jwk'), await read('author.jwk'), { mode: 0o600 });
    await write('keys/here/m.json', TEXT);
    await write('keys/btcp.keys.json', revoked);
    await write('keys/none.json', '{"keys":[]}');
    const signed = (...args: readonly string[]) =>
      btcp(join(folder, 'keys/here'), 'sign', 'm.json', '--key', '../author.jwk', ...args);
    const help = 'help: Sign with a key of that set that is not revoked; `btcp sign --new-key` adds one.\n';
    const refused = `btcp: ../btcp.keys.json: The key "${kid}" is revoked.\n${help}`;
    expect(await signed()).toEqual({ code: 1, out: '', err: refused });
    expect((await signed('--keys', '../btcp.keys.json')).err).toBe(refused);
    expect((await signed('--keys', '../none.json')).err).toBe(
      `btcp: ../none.json: The key "${kid}" that signed is not in the key set.\n${help}`,
    );
    expect(await readdir(join(folder, 'keys/here'))).toEqual(['m.json']);
    // Another author's keys in the folder are no obstacle.
    await write('keys/btcp.keys.json', '{"keys":[]}');
    expect((await signed()).code).toBe(0);
    expect((await signed('--keys', '../../btcp.keys.json')).code).toBe(0);
  });

  it.each<[what: string, text: string, message: string]>([
    ['no JSON', '{', "bad.json:1: The file is not JSON: Expected property name or '}'."],
    ['no manifest', '{"tools":[]}', 'bad.json:1: `btcp` is missing.'],
    [
      'a name twice',
      TEXT.replace('"btcp"', '"name":"a","btcp"'),
      'bad.json:3: The name "name" is repeated: some programs read the first value, some the last.',
    ],
    [
      'a number that JavaScript rounds',
      TEXT.replace('50', '9007199254740993'),
      'bad.json:15: JavaScript cannot hold the number 9007199254740993: it reads 9007199254740992.',
    ],
  ])('signs no file with %s', async (_, text, message) => {
    await write('bad.json', text);
    const { code, out, err } = await btcp(folder, 'sign', 'bad.json', '--key', 'author.jwk');
    expect([code, out, err.split('\n')[0]]).toEqual([1, '', `btcp: ${message}`]);
    expect(await readdir(folder)).not.toContain('bad.sig.json');
  });

  it.each<[args: readonly string[], message: string]>([
    [['m.json'], 'No key is given. Name one with --key <file>, or make one with --new-key <file>.'],
    [['--key', 'a', '--new-key', 'b'], '--new-key cannot be used with --key.'],
    [['--new-key', 'b', 'm.json'], '--new-key makes a key and signs nothing; leave "m.json" out.'],
    [['--key', 'a', 'm.json', 'n.json'], 'One manifest is enough; got "n.json" too.'],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, err } = await btcp(folder, 'sign', ...args);
    expect([code, err.split('\n')[0]]).toEqual([2, `btcp: ${message}`]);
  });
});

describe('btcp verify', () => {
  it('accepts what was signed, whatever its spaces and line ends', async () => {
    const { kid } = JSON.parse(await read('author.jwk')) as { kid: string };
    const accepted = (file: string) => ({ code: 0, out: `${file} is what the key ${kid} signed\n`, err: '' });
    expect(await btcp(folder, 'verify', 'm.json', '--keys', 'btcp.keys.json')).toEqual(accepted('m.json'));
    expect(await verifyChanged('crlf.json', `\uFEFF${TEXT.replaceAll('\n', '\r\n')}`)).toEqual(
      accepted('crlf.json'),
    );
  });

  it('refuses a rollback: an earlier version than the one that is asked for', async () => {
    const verify = (least: string) =>
      btcp(folder, 'verify', 'm.json', '--keys', 'btcp.keys.json', '--at-least', least);
    expect((await verify('1.0.0')).code).toBe(0);
    expect((await verify('1.0.0-rc.1')).code).toBe(0);
    expect(await verify('1.0.1')).toEqual({
      code: 1,
      out: '',
      err: 'btcp: m.json is signed, but its version 1.0.0 is earlier than 1.0.1.\n',
    });
    expect((await verify('1.0')).err.split('\n')[0]).toBe(
      'btcp: --at-least takes a full version such as 1.2.0; got "1.0".',
    );
  });

  it('says which tool and field changed', async () => {
    const changed = TEXT.replace('newest', 'oldest').replace('"1.0.0"', '"1.0.1"').replace('50', '51');
    expect(await verifyChanged('changed.json', changed)).toEqual({
      code: 1,
      out: '',
      err: [
        'btcp: changed.json: `version` of the manifest differs from what was signed',
        'btcp: changed.json: tool "listOrders": `description` differs from what was signed',
        'btcp: changed.json: tool "listOrders": `inputSchema` differs from what was signed',
        '',
      ].join('\n'),
    });
  });

  it('lists at most 50 changes', async () => {
    const many = { ...MANIFEST, tools: Array.from({ length: 60 }, (_, at) => ({ name: `new${at}` })) };
    const { err } = await verifyChanged('many.json', JSON.stringify(many));
    expect(err.split('\n').slice(48)).toEqual([
      'btcp: many.json: tool "new48" was not signed',
      'btcp: many.json: tool "new49" was not signed',
      'btcp: many.json: and 11 more',
      '',
    ]);
  });

  it.each<[what: string, text: string | Uint8Array, message: string]>([
    [
      'a rounded number',
      TEXT.replace('50', '50.000000000000000001'),
      'hostile.json: The manifest has a number that JavaScript cannot hold at /tools/0/inputSchema/properties/limit/maximum: 50.000000000000000001',
    ],
    [
      'bytes that are no text',
      Buffer.concat([Buffer.from(TEXT), Buffer.from([0xff])]),
      'hostile.json is not UTF-8.',
    ],
    [
      'a name that moves the cursor',
      TEXT.replace('listOrders', '\\u001b[2Jx'),
      'hostile.json: tool "\\u{1B}[2Jx" was not signed',
    ],
    ['no JSON', 'null', 'hostile.json: The manifest must be a JSON object.'],
  ])('refuses %s', async (_, text, message) => {
    const { code, out, err } = await verifyChanged('hostile.json', text);
    expect([code, out]).toEqual([1, '']);
    expect(err.split('\n')[0]).toContain(`btcp: ${message}`);
  });

  it('refuses a revoked key, an unknown one, and a truncated signature', async () => {
    const { keys } = JSON.parse(await read('btcp.keys.json')) as { keys: readonly { kid: string }[] };
    const kid = keys[0]?.kid;
    await write('revoked.json', JSON.stringify({ keys: [{ ...keys[0], revoked: true }] }));
    await write('others.json', '{"keys":[]}');
    await write('cut.sig.json', (await read('m.sig.json')).slice(0, -20));
    const errorOf = async (...args: readonly string[]) =>
      (await btcp(folder, 'verify', 'm.json', ...args)).err;
    expect(await errorOf('--keys', 'revoked.json')).toBe(`btcp: m.json: The key "${kid}" is revoked.\n`);
    expect(await errorOf('--keys', 'others.json')).toBe(
      `btcp: m.json: The key "${kid}" that signed is not in the key set.\n`,
    );
    expect(await errorOf('--keys', 'btcp.keys.json', '--signature', 'cut.sig.json')).toBe(
      'btcp: m.json: The signature is not JSON.\n',
    );
  });

  it.each<[what: string, file: string, text: string, message: string]>([
    ['no JSON', 'k1.json', '{', 'k1.json: The key set is not JSON.'],
    [
      'a private key',
      'k2.json',
      '{"kty":"OKP","d":"x"}',
      'k2.json: The key set is a private key: name the set of public keys, and keep this file secret.',
    ],
  ])('names the file of keys that has %s', async (_, file, text, message) => {
    await write(file, text);
    expect(await btcp(folder, 'verify', 'm.json', '--keys', file)).toEqual({
      code: 1,
      out: '',
      err: `btcp: ${message}\nhelp: Name a JWK set of public keys with --keys <file>; \`btcp sign --new-key\` writes one.\n`,
    });
  });

  it('says which file is missing', async () => {
    await write('unsigned.json', TEXT);
    const { code, err } = await btcp(folder, 'verify', 'unsigned.json', '--keys', 'btcp.keys.json');
    expect({ code, err }).toEqual({
      code: 1,
      err: 'btcp: unsigned.sig.json cannot be read: there is no such path.\nhelp: It is the signature, as `btcp sign` writes it; name another by --signature <file>.\n',
    });
    expect((await btcp(folder, 'verify', 'm.json')).err.split('\n')[0]).toBe(
      'btcp: Name the keys that you trust: --keys <file>, with a JWK set.',
    );
    expect((await btcp(folder, 'verify')).code).toBe(2);
  });
});
