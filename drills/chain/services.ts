import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { TRANSFER_SOURCES, type PaymentSource } from '../../src/domain/order/payment-source.ts';
import type { TransferSource } from '../../src/service/acquirers/port.ts';
import { freePort } from '../../tests/support/process/free-port.ts';
import { operate } from '../../tests/support/process/operate.ts';
import { appliedMethods, keyAnswer } from '../../tests/support/process/operator-answers.ts';
import { startedServer, type ServerProcess } from '../../tests/support/process/program.ts';

/** One of the two services. It keeps its address and data across kills. */
export interface ChainedService {
  url: string;
  databaseUrl: string;
  /** Kills the process as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Runs an operator's command. @returns its answer, whose shape the caller knows */
  operate(command: string, input?: object): Promise<unknown>;
  close(): Promise<void>;
}

export async function startService(databaseUrl: string): Promise<ChainedService> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tollgate-chain-'));
  const env = {
    DATA_DIR: dataDirectory,
    DATABASE_URL: databaseUrl,
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
  };
  let server: ServerProcess | undefined = await startedServer(env);
  const { baseUrl: url, operatorUrl } = server;
  return {
    url,
    databaseUrl,
    async kill() {
      await server?.stop('SIGKILL');
      server = undefined;
    },
    async start() {
      server ??= await startedServer(env);
    },
    async operate(command, input) {
      const { status, body } = await operate({ operatorUrl, dataDirectory }, command, input);
      if (status !== 200) throw new Error(`${command} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    async close() {
      await server?.stop('SIGKILL');
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** A merchant of a service, its methods, and the key of its page. */
export interface Account {
  apiKeyId: string;
  apiSecret: string;
  page: { apiKeyId: string; apiSecret: string };
  card: string;
  payout: string;
  transfers: Record<TransferSource, string>;
}

/**
 * An upstream order that never gets a card expires after this short time, so that the downstream soon learns its
 * outcome.
 */
const UPSTREAM_WAITING_SECONDS = 15;
const DOWNSTREAM_WAITING_SECONDS = 900;
/** The signature tolerance of the upstream. No request of a killed process is accepted later than this. */
const TOLERANCE_SECONDS = 10;

/** Creates a merchant at the upstream, whose payments go to the sandbox. */
export async function openUpstreamAccount(upstream: ChainedService): Promise<Account> {
  return openAccount(upstream, { merchants: [merchant('sandbox', UPSTREAM_WAITING_SECONDS)] });
}

/** Creates a merchant at the downstream, all of whose payments go through the upstream. */
export async function openDownstreamAccount(
  downstream: ChainedService,
  upstream: ChainedService,
  account: Account,
): Promise<Account> {
  const rotated = z
    .object({ webhook_secret: z.string() })
    .parse(
      await upstream.operate('webhooks rotate-secret', { merchant: MERCHANT, overlap_hours: 0 }),
    );
  const terminal = {
    name: 'upstream',
    adapter: 'orders-api',
    settings: {
      base_url: upstream.url,
      methods: { EUR: account.card },
      payout_methods: { EUR: account.payout },
      transfer_methods: Object.fromEntries(
        TRANSFER_SOURCES.map((source) => [source, { EUR: account.transfers[source] }]),
      ),
      signature_tolerance_seconds: TOLERANCE_SECONDS,
    },
    credentials: {
      api_key_id: account.apiKeyId,
      api_secret: account.apiSecret,
      webhook_secret: rotated.webhook_secret,
    },
  };
  return openAccount(downstream, {
    terminals: [terminal],
    merchants: [merchant('upstream', DOWNSTREAM_WAITING_SECONDS)],
  });
}

const MERCHANT = 'Chained Shop';
const GATE = 'main';

async function openAccount(downstream: ChainedService, deployment: object): Promise<Account> {
  const { merchants } = appliedMethods.parse(await downstream.operate('apply', { deployment }));
  const methods = merchants[MERCHANT]?.gates[GATE]?.methods ?? {};
  const key = keyAnswer.parse(
    await downstream.operate('keys issue', { merchant: MERCHANT, kind: 'test' }),
  );
  const page = keyAnswer.parse(await downstream.operate('keys issue-page', {}));
  const methodOf = (source: TransferSource) => methods[source] ?? '';
  return {
    ...key,
    page,
    card: methods['card'] ?? '',
    payout: methods['payout'] ?? '',
    transfers: {
      P2P: methodOf('P2P'),
      CRYPTO: methodOf('CRYPTO'),
      PHONE: methodOf('PHONE'),
      PIX: methodOf('PIX'),
      BLIK: methodOf('BLIK'),
    },
  };
}

function merchant(terminal: string, waiting_seconds: number) {
  const common = {
    currency: 'EUR',
    waiting_seconds,
    amount_min: '1.00',
    amount_max: '5000.00',
    routes: [{ terminal, priority: 1 }],
  };
  const free = { fee_percent: '0' };
  const payin = (name: string, payment_source: PaymentSource) => ({
    ...{ name, payment_source, direction: 'payin', fee_percent: '1.5', max_attempts: 3 },
    ...common,
  });
  return {
    name: MERCHANT,
    gates: [
      {
        name: GATE,
        accounts: ['EUR'],
        methods: [
          payin('card', 'CARD'),
          { name: 'payout', direction: 'payout', payment_source: 'CARD', ...free, ...common },
          ...TRANSFER_SOURCES.map((source) => payin(source, source)),
        ],
      },
    ],
  };
}
