import { expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

it('the description of the orders API needs no key', async () => {
  const response = await fetch(`${running.baseUrl}/api/v1/openapi.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: 'http://pay.test' }],
    paths: { [ENDPOINTS.listPayins.path]: { get: { operationId: 'listPayins' } } },
  });
});

it('the developer API is described separately', async () => {
  const response = await fetch(`${running.baseUrl}/api/merchant/v1/openapi.json`);
  expect(await response.json()).toMatchObject({
    servers: [{ url: 'http://pay.test' }],
    paths: { [ENDPOINTS.triggerExpiry.path]: { post: { operationId: 'triggerExpiry' } } },
  });
});
