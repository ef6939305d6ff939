import { expect, test } from 'vitest';
import { readConfig } from '#service/start.ts';
import { clientAddress } from './client-address.ts';

const { trustedProxies } = readConfig({
  TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1, 2001:db8:1::/48, fe80::/10',
});

const PROXY = '10.1.2.3';

test.each<[string, string, string | undefined, string]>([
  ['a shopper without a proxy', '198.51.100.7', undefined, '198.51.100.7'],
  ['a shopper who forges the header', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['a shopper behind a proxy', PROXY, '203.0.113.9', '203.0.113.9'],
  ['a shopper who forges behind a proxy', PROXY, '192.0.2.1, 203.0.113.9', '203.0.113.9'],
  ['one who claims to be a proxy', PROXY, '10.9.9.9, 203.0.113.9', '203.0.113.9'],
  ['a shopper behind two proxies', PROXY, '203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['somebody inside', PROXY, '10.7.7.7', '10.7.7.7'],
  ['a proxy that says nothing', PROXY, undefined, PROXY],
  ['a proxy that says nothing but commas', PROXY, ', ,', PROXY],
  ['an entry with a port', PROXY, '203.0.113.9:4711', '203.0.113.9'],
  ['an entry in brackets', PROXY, '[2001:db8:2::7]', '2001:db8:2::7'],
  ['an entry in brackets with a port', PROXY, '[2001:db8:2::7]:4711', '2001:db8:2::7'],
  ['an entry of IPv6 as it is', PROXY, '2001:DB8:2:0:0::7', '2001:db8:2::7'],
  ['an entry with the port of a proxy', PROXY, '203.0.113.9, 10.0.0.2:80', '203.0.113.9'],
  ['an IPv6 proxy', '2001:db8:1::5', '203.0.113.9', '203.0.113.9'],
  ['a proxy on a link', 'fe80::1%eth0', '203.0.113.9', '203.0.113.9'],
  ['an IPv4 proxy on a socket of both families', `::ffff:${PROXY}`, '203.0.113.9', '203.0.113.9'],
  ['an IPv4 shopper on one', '::ffff:198.51.100.7', undefined, '198.51.100.7'],
  ['an IPv4 entry written as IPv6', PROXY, '::ffff:203.0.113.9', '203.0.113.9'],
])('finds the address of %s', (_name, peer, forwarded, address) => {
  expect(clientAddress(peer, forwarded, trustedProxies)).toBe(address);
});

test.each(['unknown', '999.1.1.1', '0x7f.1', '017.1.1.1', '<script>', '[::1', '1.2.3.4.5', '_id'])(
  'stops before an entry that is not an address: %s',
  (entry) => {
    expect(clientAddress(PROXY, `203.0.113.9, ${entry}, 10.0.0.2`, trustedProxies)).toBe(
      '10.0.0.2',
    );
  },
);

test('trusts no proxy by default', () => {
  expect(clientAddress('127.0.0.1', '203.0.113.9', readConfig({}).trustedProxies)).toBe(
    '127.0.0.1',
  );
});

test('reads no more hops than there can be', () => {
  const flood = Array.from({ length: 1000 }, () => '10.0.0.2').join();
  expect(clientAddress(PROXY, `203.0.113.9,${flood}`, trustedProxies)).toBe('10.0.0.2');
});

test('returns "unknown" for a socket that is gone', () => {
  expect(clientAddress(undefined, '203.0.113.9', trustedProxies)).toBe('unknown');
});
