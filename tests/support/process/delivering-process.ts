/**
 * The service in a process of its own, which a test may kill. Configured by the environment;
 * WEBHOOK_LEASE_MS shortens what a dead process holds. Says its port and the operators' when it is ready.
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
