import { randomUUID } from 'node:crypto';
import { signedRequest } from '#contract/client/signed-request.ts';
import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { MerchantCaller } from '../merchants/settings.ts';
import { answer, STALE_SETTINGS, type HandlerResult } from './handler.ts';
import { runPipeline, type PipelineDeps } from './pipeline.ts';

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');

const CALLER: MerchantCaller = {
  scope: 'merchant',
  keyId: randomUUID(),
  secret: 'secret',
  expiresAt: null,
  merchantId: 'merchant',
  version: 1n,
  methods: new Map(),
};

/** Sends a signed request through the pipeline. @returns its status, and whether the caller was read each time */
async function send(
  handler: undefined | (() => Promise<HandlerResult>),
  name: EndpointName = 'getBalances',
  body?: string,
) {
  const read: boolean[] = [];
  const { method, path } = ENDPOINTS[name];
  const { init } = signedRequest(
    { method, path, ...(body && { body: new TextEncoder().encode(body) }) },
    {
      baseUrl: new URL('http://service.test'),
      apiKeyId: CALLER.keyId,
      apiSecret: CALLER.secret,
      nowMs: NOW_MS,
    },
  );
  const deps = {
    callers: {
      find: (_: string, { fresh }: { fresh: boolean }) => {
        read.push(fresh);
        return Promise.resolve({ caller: CALLER, fromMemory: !fresh });
      },
      isCurrent: () => Promise.resolve(true),
      recordUse: () => undefined,
    },
    handlers: { [name]: handler },
    schemas: {},
    now: () => new Date(NOW_MS),
    log: pino({ level: 'silent' }),
    documentationUrl: '',
    publicPathPrefix: '',
    requestLimit: undefined,
    requestLog: undefined,
    concurrencyLimit: { enter: () => () => undefined },
    answerTimeoutMs: 60_000,
  } as unknown as PipelineDeps;
  const { reply } = await runPipeline(deps, name, {
    request: new Request(`http://service.test${path}`, init),
    requestId: 'request',
    rawPath: path,
    params: {},
    query: {},
  });
  return { status: reply.status, read };
}

it('answers again with settings that are read anew if those of its memory were stale', async () => {
  const handler = vi.fn(() => Promise.resolve<HandlerResult>(answer([])));
  handler.mockResolvedValueOnce(STALE_SETTINGS);
  expect(await send(handler)).toEqual({ status: 200, read: [false, true] });
});

it('answers 503 if the settings change during each of five tries', async () => {
  const handler = vi.fn(() => Promise.resolve<HandlerResult>(STALE_SETTINGS));
  expect(await send(handler)).toMatchObject({ status: 503 });
  expect(handler).toHaveBeenCalledTimes(5);
});

it('has no triggers on a live deployment, whatever the body', async () => {
  for (const body of ['{}', `{"payin_id":"${randomUUID()}"}`]) {
    expect(await send(undefined, 'triggerExpiry', body)).toMatchObject({ status: 404 });
  }
});
