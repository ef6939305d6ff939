/** An adapter whose terminals do what a test says, by the name in their settings. */
import { CARD_BRANDS } from '#domain/card/number.ts';
import { CURRENCIES } from '#domain/money.ts';
import { PAYMENT_SOURCES } from '#domain/order/payment-source.ts';
import { z } from 'zod';
import type {
  CardAcquirer,
  NotificationReading,
  PayoutAcquirer,
  TransferAcquirer,
  RefundAcquirer,
} from '#service/providers/port.ts';
import type { AcquirerAdapter, AdapterDescription } from '#service/providers/adapter.ts';
import { silentBut } from './provider-doubles.ts';

interface Behaviour {
  /** What opening the terminal waits for. */
  open?: () => Promise<unknown>;
  cards?: Partial<CardAcquirer>;
  payouts?: Partial<PayoutAcquirer>;
  transfers?: Partial<TransferAcquirer>;
  refunds?: Partial<RefundAcquirer>;
}

const settings = z.strictObject({ name: z.string() });

/** @returns the adapter, and what its terminals do: a test changes it as it goes */
export function scriptedAdapter(changes: Partial<AdapterDescription> = {}) {
  const behaviours = new Map<string, Behaviour>();
  const adapter: AcquirerAdapter = {
    describe: () => ({ ...DESCRIPTION, ...changes }),
    async connect(input) {
      const { name } = settings.parse(input.settings);
      await behaviours.get(name)?.open?.();
      const told = () => behaviours.get(name);
      return {
        cards: silentBut<CardAcquirer>(() => told()?.cards),
        payouts: silentBut<PayoutAcquirer>(() => told()?.payouts),
        transfers: silentBut<TransferAcquirer>(() => told()?.transfers),
        refunds: silentBut<RefundAcquirer>(() => told()?.refunds),
        check: () => Promise.resolve('good'),
        readNotification: (headers, body) => Promise.resolve(read(headers, body)),
      };
    },
  };
  return { adapter, behaviours };
}

export const SCRIPTED = 'scripted';

const DESCRIPTION: AdapterDescription = {
  name: SCRIPTED,
  currencies: CURRENCIES,
  paymentSources: PAYMENT_SOURCES,
  brands: CARD_BRANDS,
  cards: {
    challenges: 'redirect',
    givesUpChallenges: true,
    outcomes: 'asked',
    voids: true,
    declineReasons: true,
  },
  payouts: true,
  transfers: ['P2P', 'CRYPTO', 'PHONE', 'PIX', 'BLIK'],
  refunds: { outcomes: 'asked', everyTerminal: true },
  notifications: true,
  remote: true,
  settings,
  credentials: z.strictObject({}),
};

/** Signed by the word alone: of each attempt its id, the approval of one, or a notice as the port has it. */
function read(headers: Headers, body: Uint8Array): NotificationReading {
  if (headers.get('x-signed') !== 'by the acquirer') return { ok: false, problem: 'forged' };
  const given = z.array(z.union([z.string(), approval, notice])).safeParse(parsed(body));
  if (!given.success) return { ok: false, problem: 'unreadable' };
  return { ok: true, notifications: given.data.map(notificationOf) };
}

function notificationOf(one: string | z.output<typeof approval> | z.output<typeof notice>) {
  if (typeof one === 'string') {
    return { kind: 'card' as const, attemptId: one, reported: undefined };
  }
  if (one.kind === 'notice') return { detail: undefined, about: undefined, ...one };
  const reported = {
    event: 'approved',
    success: true,
    approves: true,
    reference: one.attemptId,
    amountMinor: BigInt(one.amountMinor),
    currency: 'EUR',
    reason: undefined,
  };
  return { kind: 'card' as const, attemptId: one.attemptId, reported };
}

const approval = z.object({
  kind: z.literal('approval'),
  attemptId: z.string(),
  amountMinor: z.int(),
});

const notice = z.object({
  kind: z.literal('notice'),
  about: z
    .union([z.object({ attemptId: z.string() }), z.object({ reference: z.string() })])
    .optional(),
  id: z.string(),
  event: z.string(),
  detail: z.string().optional(),
});

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
