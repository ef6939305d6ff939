import { expect, it } from 'vitest';
import { crossesNetworkInClear } from './clear-network.ts';

it.each([
  'http://pay.example',
  'http://10.0.0.1/x',
  'http://128.0.0.1',
  'http://localhost.example',
  'http://notlocalhost',
  'http://[::2]',
])('%s crosses a network in clear', (url) => {
  expect(crossesNetworkInClear(url)).toBe(true);
});

it.each([
  'https://pay.example',
  'http://localhost:8080',
  'http://shop.localhost',
  'http://localhost.',
  'http://127.0.0.1',
  'http://127.1.2.3',
  'http://127.10.20.30',
  'http://[::1]:3000',
  'ftp://pay.example',
  'no address',
])('%s does not cross a network in clear', (url) => {
  expect(crossesNetworkInClear(url)).toBe(false);
});
