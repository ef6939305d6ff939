import { randomUUID } from 'node:crypto';
import type { Result } from '../../../src/contract/client/client.ts';
import type { TriggeredCode } from '../../../src/contract/schemas/developer.ts';
import type { ResolutionCode } from '../../../src/domain/order/resolution.ts';
import { create, expire, pay, payAtBank, trigger, untilFinal, type Merchant } from './shop.ts';

/** An outcome, and how to cause it in a sandbox with only a merchant's key. */
export interface Trigger {
  says: string;
  run: (merchant: Merchant) => Promise<Result<unknown>>;
}

function payin(changes: object) {
  return (merchant: Merchant) => create(merchant, 'payin', { ...changes });
}

function payout(changes: object) {
  return async (merchant: Merchant) =>
    untilFinal(merchant, await create(merchant, 'payout', { ...changes }));
}

function served(code: TriggeredCode) {
  return (merchant: Merchant) => trigger(merchant, code);
}

function card(number: string) {
  return (merchant: Merchant) => pay(merchant, number);
}

const expired: Trigger = {
  says: 'A payin that is not paid within its 3 s.',
  run: async (merchant) =>
    untilFinal(
      merchant,
      await create(merchant, 'payin', { method: 'card_short', currency: 'USD' }),
    ),
};
const declined: Trigger = {
  says: 'A payin with a hard decline: the card is stolen.',
  run: card('4000000000009979'),
};

const SOURCES = {
  p2p: { method: 'p2p_uah', currency: 'UAH', sends: true },
  crypto: { method: 'crypto_usdt', currency: 'USDT_TRON', sends: true },
  phone: { method: 'phone_eur', currency: 'EUR', sends: false },
  pix: { method: 'pix_usd', currency: 'USD', sends: true },
  blik: { method: 'blik_eur', currency: 'EUR', sends: false },
} as const;

/** Returns the outcomes that a payer by another source can cause. Each name combines the source and the outcome. */
function outcomesBy(source: keyof typeof SOURCES): Record<string, Trigger> {
  const { sends, ...order } = SOURCES[source];
  const does = (action: string) => (merchant: Merchant) => payAtBank(merchant, order, action);
  const by = `A payin by ${source.toUpperCase()}`;
  const approvals: Record<string, Trigger> = {
    [`${source}-paid`]: {
      says: `${by} that is paid.`,
      run: async (merchant) =>
        untilFinal(merchant, await does(sends ? 'exact' : 'approve')(merchant)),
    },
    [`${source}-refused`]: {
      says: `${by} that the payer refuses; another attempt is possible.`,
      run: does('refuse'),
    },
  };
  if (!sends) return approvals;
  return {
    ...approvals,
    [`${source}-less`]: { says: `${by}; half of the amount arrives.`, run: does('less') },
    [`${source}-more`]: {
      says: `${by}; a tenth more arrives.`,
      run: async (merchant) => untilFinal(merchant, await does('more')(merchant)),
    },
    [`${source}-twice`]: {
      says: `${by} whose amount arrives twice.`,
      run: async (merchant) => untilFinal(merchant, await does('twice')(merchant)),
    },
    [`${source}-late`]: {
      says: `${by} whose money arrives after its end.`,
      run: async (merchant) => expire(merchant, await does('late')(merchant)),
    },
  };
}

/** Outcomes of orders, by name. */
export const OUTCOMES: Readonly<Record<string, Trigger>> = {
  paid: { says: 'A payin that is paid by card.', run: card('4242424242424242') },
  declined,
  challenge: {
    says: 'A payin that awaits a 3-D Secure challenge: its pay_url leads there.',
    run: card('4000000000003220'),
  },
  pending: {
    says: 'A payin that is pending for 3 s, then paid.',
    run: card('4000000000000077'),
  },
  expired,
  'payout-paid': { says: 'A payout that succeeds.', run: payout({}) },
  'payout-refused': {
    says: 'A payout whose destination is refused.',
    run: payout({ destination_account: '4000000000000002' }),
  },
  ...outcomesBy('p2p'),
  ...outcomesBy('crypto'),
  ...outcomesBy('phone'),
  ...outcomesBy('pix'),
  ...outcomesBy('blik'),
};

/** How to cause each resolution code. */
export const CODES: Readonly<Record<ResolutionCode, Trigger>> = {
  ACCESS_DENIED: {
    says: 'A request that is signed with another secret.',
    run: ({ stranger }) => stranger.getBalances(),
  },
  AMOUNT_OVER_LIMIT: {
    says: "A payin above the method's limit.",
    run: payin({ amount: 5_000.01 }),
  },
  AMOUNT_UNDER_LIMIT: { says: "A payin below the method's limit.", run: payin({ amount: 0.99 }) },
  BALANCE_INSUFFICIENT: {
    says: 'A payout above the available balance.',
    run: payout({ amount: 49_999 }),
  },
  BALANCE_UPDATE_FAILED: {
    says: 'A payin, as if the operator had frozen its gate.',
    run: served('BALANCE_UPDATE_FAILED'),
  },
  BLACKLISTED_INPUT_DATA: {
    says: "A card on the merchant's block list.",
    run: card('4100000000000019'),
  },
  CURRENCY_INVALID: {
    says: "A currency that is not the method's.",
    run: payin({ currency: 'USD' }),
  },
  DESTINATION_ACCOUNT_INVALID: {
    says: 'A card payout to an invalid card number.',
    run: payout({ destination_account: 'nobody' }),
  },
  MERCHANT_MISCONFIGURATION: {
    says: 'A payin, as if its method were incomplete.',
    run: served('MERCHANT_MISCONFIGURATION'),
  },
  METHOD_INACTIVE: {
    says: 'A method that is switched off.',
    run: payin({ method: 'inactive_eur' }),
  },
  METHOD_NOT_FOUND: { says: 'A method that does not exist.', run: payin({ method: 'none' }) },
  ORDER_CANNOT_BE_PROCESSED: declined,
  ORDER_CANNOT_BE_ROUTED: {
    says: 'A method whose routes are all down.',
    run: payin({ method: 'unrouted_eur' }),
  },
  ORDER_FAILED_MANUALLY: {
    says: 'A payin that an operator marks as failed.',
    run: served('ORDER_FAILED_MANUALLY'),
  },
  PAYMENT_METHOD_NOT_SUPPORTED: {
    says: 'A payin by a payout method.',
    run: payin({ method: 'payout_card_eur' }),
  },
  PROVIDER_NOT_SUPPORTED: {
    says: 'A payin, as if its acquirer were not installed.',
    run: served('PROVIDER_NOT_SUPPORTED'),
  },
  REPORT_GENERATION_FAILED: {
    says: 'A report that fails.',
    run: served('REPORT_GENERATION_FAILED'),
  },
  RESOURCE_NOT_FOUND: {
    says: 'An unknown order id.',
    run: ({ client }) => client.getPayin(randomUUID()),
  },
  UNKNOWN_ERROR: {
    says: 'A payin that is created, but answered with 500.',
    run: served('UNKNOWN_ERROR'),
  },
  VALIDATION_FAILED: { says: 'An amount of zero.', run: payin({ amount: 0 }) },
  WORKFLOW_EXECUTION_SKIPPED: expired,
};

/** Finds a trigger by an outcome's name or a code, in any case; undefined for anything else. */
export function findTrigger(name: string): Trigger | undefined {
  const outcome = name.toLowerCase().replace(/[_ ]/g, '-');
  if (Object.hasOwn(OUTCOMES, outcome)) return OUTCOMES[outcome];
  const code = Object.entries(CODES).find(([known]) => known === name.toUpperCase());
  return code?.[1];
}
