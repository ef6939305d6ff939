import { expect, it } from 'vitest';
import { agentName } from './agent.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/147.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/147.0 Safari/537.36 Edg/147.0`,
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'Firefox on Android'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${WEBKIT} Version/26.0 Safari/604.1`,
    'Safari on iPhone',
  ],
  ['curl/8.0', 'curl/8.0'],
])('%s is %s', (agent, name) => {
  expect(agentName(agent)).toBe(name);
});
