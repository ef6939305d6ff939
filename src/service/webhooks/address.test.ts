import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPrivateByName, isPublicAddress, vettedLookup, type Resolve } from './address.ts';
import { createPoster, createReceiverConnections } from './post.ts';

const PRIVATE = [
  ['private', '10.0.0.1'],
  ['private', '172.16.5.4'],
  ['private', '192.168.1.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local, where clouds keep their metadata', '169.254.169.254'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT', '100.127.255.255'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['benchmarking', '198.18.0.1'],
  ['loopback', '::1'],
  ['unspecified', '::'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd12:3456::1'],
  ['link-local', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['mapped IPv4', '::ffff:10.0.0.1'],
  ['mapped public IPv4', '::ffff:8.8.8.8'],
  ['compatible IPv4', '::127.0.0.1'],
  ['translated IPv4', '::ffff:0:10.0.0.1'],
  ['NAT64', '64:ff9b::10.0.0.1'],
  ['local NAT64', '64:ff9b:1::10.0.0.1'],
  ['6to4', '2002:a00:1::1'],
  ['Teredo', '2001:0:a00:1::1'],
  ['documentation', '2001:db8::1'],
  ['discard', '100::1'],
  ['given out to nobody', '4000::1'],
  ['no address', 'example.com'],
  ['no address', ''],
] as const;

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
];

describe('an address of the private network', () => {
  it.each(PRIVATE)('is recognised by its range: %s, %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(PUBLIC)('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a URL into the private network', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost:3000/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://shop.localhost/',
  ])('is recognised without a look-up: %s', (url) => {
    expect(isPrivateByName(new URL(url))).toBe(true);
  });

  it.each(['https://example.com/', 'http://8.8.8.8/', 'http://[2606:4700::1111]/'])(
    'is not %s',
    (url) => {
      expect(isPrivateByName(new URL(url))).toBe(false);
    },
  );
});

/** A receiver that must not be reached, and a name server whose answer each test chooses. */
describe('a connection', () => {
  let reached = 0;
  const server = createServer((_, response) => {
    reached += 1;
    response.end();
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function postTo(host: string, resolve: Resolve, allowPrivate = false) {
    const { port } = server.address() as AddressInfo;
    const lookup = vettedLookup(resolve, { allowPrivate });
    const connections = createReceiverConnections();
    const poster = createPoster({ connections, lookup, allowPrivate, timeoutMs: 1_000 });
    const posting = { url: `http://${host}:${port}/`, headers: {}, body: Buffer.from('[]') };
    try {
      return await poster.post(posting, new AbortController().signal);
    } finally {
      connections.close();
    }
  }

  const says =
    (...addresses: string[]): Resolve =>
    () =>
      Promise.resolve(
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );

  it.each([
    ['a private address', says('127.0.0.1')],
    ['a private address among public ones', says('93.184.216.34', '127.0.0.1')],
    ['a mapped private address', says('::ffff:127.0.0.1')],
    ['what is no address', says('127.1')],
  ])('is not made to a name that resolves to %s', async (_, resolve) => {
    reached = 0;
    expect(await postTo('shop.example', resolve)).toMatchObject({ error: 'private_address' });
    expect(reached).toBe(0);
  });

  it('is not made to a literal private address', async () => {
    reached = 0;
    expect(await postTo('127.0.0.1', says())).toMatchObject({ error: 'private_address' });
    expect(await postTo('0x7f.1', says())).toMatchObject({ error: 'private_address' });
    expect(reached).toBe(0);
  });

  it('goes to the address that was checked, after a single look-up', async () => {
    const answers = ['93.184.216.34', '127.0.0.1', '127.0.0.1'];
    let lookups = 0;
    const changing: Resolve = () => says(answers[lookups++] ?? '127.0.0.1')('');
    reached = 0;
    const answer = await postTo('rebinding.example', changing);
    expect(answer.status).toBeUndefined();
    expect({ lookups, reached }).toEqual({ lookups: 1, reached: 0 });
  });

  it('is not made to a name that does not resolve', async () => {
    expect(await postTo('shop.example', says())).toMatchObject({ error: 'name_not_resolved' });
    const refusing: Resolve = () =>
      Promise.reject(Object.assign(new Error(), { code: 'ESERVFAIL' }));
    expect(await postTo('shop.example', refusing)).toMatchObject({ error: 'name_not_resolved' });
  });

  it('waits for a name server no longer than the timeout', async () => {
    const silent: Resolve = () => new Promise(() => undefined);
    expect(await postTo('shop.example', silent)).toMatchObject({ error: 'timeout' });
  });

  it('is made to a private address if those are allowed', async () => {
    reached = 0;
    expect(await postTo('shop.example', says('127.0.0.1'), true)).toMatchObject({ status: 200 });
    expect(reached).toBe(1);
  });
});
