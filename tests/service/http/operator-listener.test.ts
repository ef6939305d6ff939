/** Operators and the public have separate listeners, and neither serves the other's paths. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../packages/tollgate/conformance/problems.ts';
import { send } from '../../../packages/tollgate/conformance/send.ts';
import { targetOf, type Target } from '../../../packages/tollgate/conformance/target.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
let publicly: Target;

beforeAll(() => {
  publicly = targetOf(running);
});

const OPERATORS_ALONE = [
  '/api/operator',
  '/api/operator/v1/commands',
  '/api/operator/v1/ledger/check',
  '/metrics',
];

describe('the public listener', () => {
  it.each(OPERATORS_ALONE)('answers 404 to %s, as to any unknown path', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expectProblem(await send(publicly, { method, path }), 404, 'RESOURCE_NOT_FOUND');
    }
  });
});

describe("the operators' listener", () => {
  const ask = (path: string, method = 'GET') => fetch(running.operatorUrl + path, { method });

  it.each(['/', '/api', '/api/v1/balances', '/api/v1/orders/payin', '/api/health', '/pay/x'])(
    'answers 404 to %s',
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    },
  );

  it.each([
    ['/api/operator/v1/commands', 'GET'],
    ['/api/operator/v1/ledger/check', 'POST'],
  ])('names the methods of %s', async (path, allow) => {
    const answer = await ask(path, 'DELETE');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('sets the usual headers and logs one line for each answer', async () => {
    const { headers, status } = await ask('/api/operator/v1/commands');
    expect(status).toBe(401);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const id = headers.get('x-request-id') ?? '';
    expect(running.logs().split(`"requestId":"${id}"`)).toHaveLength(2);
  });

  it('answers malformed HTTP with a problem, like the public one', async () => {
    const { hostname, port } = new URL(running.operatorUrl);
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).write('hello\r\n\r\n');
    await once(socket, 'close');
    expect(Buffer.concat(chunks).toString()).toMatch(
      /^HTTP\/1.1 400 [^]*application\/problem\+json/,
    );
  });
});
