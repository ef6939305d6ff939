import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const PATH = '/api/operator/v1/commands';

const running = serviceForTests();
let authorization: string;

beforeAll(async () => {
  const key = await readFile(join(running.dataDirectory, 'operator.key'), 'utf8');
  authorization = `Bearer ${key.trim()}`;
});

/** Sends a request target unchanged; `fetch` would normalize it. */
async function statusOf(target: string): Promise<number | undefined> {
  const { hostname, port } = new URL(running.operatorUrl);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: target, headers: { authorization } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

/** Returns the path with each character in turn percent-encoded, with upper-case and lower-case digits. */
function escapedOnce(path: string): string[] {
  return Array.from(path)
    .slice(1)
    .flatMap((character, index) => {
      const hex = character.charCodeAt(0).toString(16);
      const spelled = (escape: string) => path.slice(0, index + 1) + escape + path.slice(index + 2);
      return [spelled(`%${hex}`), spelled(`%${hex.toUpperCase()}`)];
    });
}

describe("the operators' API", () => {
  it('answers at its own path', async () => {
    expect(await statusOf(PATH)).toBe(200);
  });

  it.each([
    ...new Set(escapedOnce(PATH)),
    '//api/operator/v1/commands',
    '/api//operator/v1/commands',
    '/api/operator//v1/commands',
    '/./api/operator/v1/commands',
    '/api/./operator/v1/commands',
    '/api/%2e/operator/v1/commands',
    '/api/v1/../operator/v1/commands',
    '/api/v1/%2e%2e/operator/v1/commands',
    '/api/v1/.%2E/operator/v1/commands',
    '/api/v1%2f..%2foperator/v1/commands',
    '/pay/../api/operator/v1/commands',
    '/api/health/../operator/v1/commands',
    '\\api\\operator\\v1\\commands',
    '/api\\operator\\v1\\commands',
    '/api/v1/..\\operator/v1/commands',
    '/api/%256fperator/v1/commands',
    '/api/operator/v1/commands#',
    '/API/operator/v1/commands',
    'http://pay.test//api/operator/v1/commands',
    'http://pay.test/api/%6fperator/v1/commands',
    'http://pay.test/api/v1/../operator/v1/commands',
    'http://pay.test\\api\\operator\\v1\\commands',
  ])('is not reached as %s', async (target) => {
    expect([400, 404, 405]).toContain(await statusOf(target));
  });
});
