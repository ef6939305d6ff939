/**
 * Runs the service as a separate process, which a test may kill. The environment configures it; WEBHOOK_LEASE_MS
 * shortens the webhook leases that a dead process holds. Once ready it prints its port and the operators' port.
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createService } from '#service/service.ts';
import { readConfig } from '#service/start.ts';
import { listen } from '../network/listen.ts';

const config = readConfig(process.env);
if (config.mode !== 'service') throw new Error('This process is a service');
const service = await createService(config, {
  webhooks: { leaseMs: Number(process.env['WEBHOOK_LEASE_MS']) },
});
const servers = await Promise.all(
  [service.fetch, service.fetchOperator].map((fetch) => {
    const answer = getRequestListener(fetch);
    return listen(createServer((request, response) => void answer(request, response)));
  }),
);
process.stdout.write(`ready ${servers.map(({ port }) => port).join(' ')}\n`);
