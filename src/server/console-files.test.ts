import { expect, it } from 'vitest';
import { localOrigin } from './console-files.ts';

it.each([
  ['127.0.0.1:3001', 'http://localhost:3001'],
  ['[::1]:3001', 'http://localhost:3001'],
  ['10.0.0.5', 'http://localhost'],
])('the console at %s is redirected to %s', (host, origin) => {
  expect(localOrigin(host)).toBe(origin);
});

it.each(['localhost:3001', 'ops.example', '', undefined, 'a b'])(
  'the console at %s is not redirected',
  (host) => {
    expect(localOrigin(host)).toBeUndefined();
  },
);
