/**
 * The service in a process of its own, which a test may kill. Configured by the environment;
 * WEBHOOK_LEASE_MS shortens what a dead process holds. Says its port and the operators' when it is ready.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createService } from '#service/service.ts';
import { readConfig } from '#service/start.ts';

const config = readConfig(process.env);
if (config.mode !== 'service') throw new Error('This process is a service');
const service = await createService(config, {
  webhooks: { leaseMs: Number(process.env['WEBHOOK_LEASE_MS']) },
});
const ports = await Promise.all([service.fetch, service.fetchOperator].map(listenTo));
process.stdout.write(`ready ${ports.join(' ')}\n`);

async function listenTo(fetch: typeof service.fetch): Promise<number> {
  const answer = getRequestListener(fetch);
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
