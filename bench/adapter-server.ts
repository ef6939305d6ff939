/**
 * The service alone, with an adapter that answers at once and does nothing, to measure the cost of the port itself.
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { CARD_BRANDS } from '#domain/card/number.ts';
import { z } from 'zod';
import type { CardAcquirer } from '#service/acquirers/port.ts';
import type { AcquirerAdapter } from '#service/acquirers/adapter.ts';
import { createService } from '#service/service.ts';
import { readConfig } from '#service/start.ts';

function approved() {
  return Promise.resolve({ outcome: 'approved', reference: 'noop', rrn: undefined } as const);
}

const cards: CardAcquirer = {
  authorize: approved,
  completeChallenge: approved,
  findOutcome: approved,
  giveUp: approved,
  confirmNotification: approved,
};
const nothing = z.strictObject({});
const noopAdapter: AcquirerAdapter = {
  describe: () => ({
    name: 'noop',
    currencies: ['EUR'],
    paymentSources: ['CARD'],
    brands: CARD_BRANDS,
    cards: {
      challenges: 'none',
      givesUpChallenges: false,
      outcomes: 'asked',
      voids: false,
      declineReasons: false,
    },
    payouts: false,
    transfers: [],
    refunds: undefined,
    notifications: false,
    remote: true,
    settings: nothing,
    credentials: nothing,
  }),
  connect: () => ({
    cards,
    payouts: undefined,
    transfers: undefined,
    refunds: undefined,
    readNotification: undefined,
    check: () => Promise.resolve('good'),
  }),
};

const config = readConfig(process.env);
if (config.mode !== 'service') throw new Error('This process is a service');
const service = await createService(config, { adapters: [noopAdapter] });
const servers = [service.fetch, service.fetchOperator].map((fetch, index) => {
  const answer = getRequestListener(fetch);
  const server = createServer((request, response) => void answer(request, response));
  return server.listen(config.port + index, '127.0.0.1');
});
process.once('SIGTERM', () => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  void service.close().then(() => process.exit(0));
});
