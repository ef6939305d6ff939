/**
 * The service in a process of its own, which a test may kill. Configured by the environment;
 * WEBHOOK_LEASE_MS shortens what a dead process holds. Says its port when it is ready.
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createService, readConfig } from '#service/service.ts';

const config = readConfig(process.env);
if (config.mode !== 'service') throw new Error('This process is a service');
const service = await createService(config, {
  webhooks: { leaseMs: Number(process.env['WEBHOOK_LEASE_MS']) },
});
const answer = getRequestListener(service.fetch);
const server = createServer((request, response) => {
  void answer(request, response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`ready ${address?.port ?? 0}\n`);
});
