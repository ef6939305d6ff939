import { CURRENCIES, formatMinor, parseAmount } from '#domain/money.ts';
import { z } from 'zod';
import type { ServiceContext } from '../../platform/context.ts';
import type { Db, Tables } from '../../platform/database/schema.ts';
import {
  type ChangeAnswer,
  DONE,
  NOT_FOUND,
  doneAnswer,
  invalid,
  isRefused,
  refusal,
} from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { NOT_POSSIBLE } from '../deployment/change.ts';
import { gateInFile, member } from '../deployment/file.ts';
import { lockDeployment, selectGate, type PresentGate } from '../deployment/queries.ts';
import { errorAt, readPart, repeated } from '../deployment/rules.ts';
import { beginUpserts, upserted, upsertGate } from '../deployment/upserts.ts';
import { amount, trueOrFalse } from '../input.ts';
import { list } from '../lists.ts';
import { merchant, namedMerchant, withMerchant } from '../named.ts';
import { selectBalancesOf, selectGatesOf } from '../place-queries.ts';
import { moveMoney } from '../../ledger/accounts.ts';
import { changeSettings } from '../../merchants/change-settings.ts';
import { compared, differing } from '../audit/append.ts';

const currencies = z.array(z.string()).describe('Currencies.');
const gateName = z.string().min(1).max(80);

const gateItem = z.object({
  id: z.uuid(),
  name: z.string(),
  active: z.boolean(),
  frozen: z.boolean(),
});

const account = z.object({
  currency: z.string(),
  available: z.string(),
  hold: z.string(),
  rolling: z.string(),
  payout_reserve: z.string(),
  refund_reserve: z.string(),
  dispute_reserve: z.string(),
  wallet: z.string(),
});

/** Commands for gates and their accounts. */
export const GATE_COMMANDS = {
  'gates list': list({
    summary: "List a merchant's gates by name.",
    roles: STAFF_ROLES,
    input: { merchant },
    item: gateItem,
    key: gateName,
    select: ({ merchant: reference }, context, page) =>
      withMerchant(context, reference, (id) => selectGatesOf(context.db, id, page)),
    keyOf: ({ name }) => name,
  }),
  'gates show': query({
    summary: "Show a gate with the balances of its accounts and of its merchant's wallets.",
    roles: STAFF_ROLES,
    input: { gate: z.uuid() },
    answer: gateItem.extend({ merchant: z.string(), accounts: z.array(account) }),
    run: async ({ gate }, { db }) => {
      const found = await selectGate(db, gate);
      if (found === undefined) return NOT_FOUND;
      const { id, name, merchant: owner, active, frozen } = found;
      const balances = await selectBalancesOf(db, gate);
      const accounts = balances.map((balance) => ({
        currency: balance.currency,
        available: formatMinor(balance.available_minor),
        hold: formatMinor(balance.hold_minor),
        rolling: formatMinor(balance.rolling_minor),
        payout_reserve: formatMinor(balance.payout_reserve_minor),
        refund_reserve: formatMinor(balance.refund_reserve_minor),
        dispute_reserve: formatMinor(balance.dispute_reserve_minor),
        wallet: formatMinor(balance.wallet_minor ?? 0n),
      }));
      return { ok: true, result: { id, name, merchant: owner, active, frozen, accounts } };
    },
  }),
  'gates create': change({
    summary: 'Create a gate for a merchant, with an account in each given currency.',
    roles: ['admin'],
    input: { merchant, name: gateName, accounts: currencies },
    answer: z.object({ id: z.uuid() }),
    run: async ({ merchant: reference, ...gate }, context) => createGate(context, reference, gate),
  }),
  'gates change': change({
    summary: 'Switch a gate on or off, or open accounts in it; accounts cannot be closed.',
    roles: ['admin'],
    input: { gate: z.uuid(), active: trueOrFalse.optional(), accounts: currencies.optional() },
    answer: doneAnswer,
    run: async ({ gate: id, active, accounts = [] }, context) => {
      await lockDeployment(context.db);
      const present = await selectGate(context.db, id);
      if (present === undefined) return NOT_FOUND;
      const { name } = present;
      const gate = { name, active: active ?? present.active, accounts: [...new Set(accounts)] };
      return putGate(
        context,
        { gate, of: present, present, subject: `gate ${id}` },
        () => DONE.result,
      );
    },
  }),
  'gates freeze': change({
    summary: "Freeze a gate's balances; new orders fail until it is thawed.",
    roles: ['finance', 'admin'],
    input: { gate: z.uuid() },
    answer: doneAnswer,
    run: async ({ gate }, context) => freeze(context, gate, true),
  }),
  'gates thaw': change({
    summary: 'Let a frozen gate take orders again.',
    roles: ['finance', 'admin'],
    input: { gate: z.uuid() },
    answer: doneAnswer,
    run: async ({ gate }, context) => freeze(context, gate, false),
  }),
  'money move': change({
    summary: "Move money between a gate and its merchant's wallet.",
    roles: ['finance', 'admin'],
    input: { gate: z.uuid(), to: z.enum(['wallet', 'gate']), currency: z.enum(CURRENCIES), amount },
    answer: doneAnswer,
    run: async ({ gate: gateId, amount: text, ...move }, context) => {
      const amountMinor = parseAmount(text) ?? 0n;
      return compared(
        `gate ${gateId}, ${move.currency}`,
        () => gateMoney(context.db, gateId, move.currency),
        async () => MOVE_ANSWERS[await moveMoney(context, { ...move, gateId, amountMinor })],
      );
    },
  }),
} satisfies OperatorCommands;

async function createGate(
  context: ServiceContext,
  reference: string,
  gate: { name: string; accounts: string[] },
): Promise<ChangeAnswer<{ id: string }>> {
  const { db } = context;
  await lockDeployment(db);
  const found = await namedMerchant(context, reference);
  if (isRefused(found)) return found;
  const { id: merchant_id, name } = found;
  if (await hasGate(db, merchant_id, gate.name))
    return refusal(`${name} already has a gate ${gate.name}.`);
  const subject = `gate ${gate.name} of merchant ${name}`;
  const of = { merchant: name, merchant_id };
  return putGate(context, { gate, of, subject }, (id) => ({ id }));
}

interface GateToPut {
  gate: object & { name: string };
  of: { merchant: string; merchant_id: string };
  present?: Pick<PresentGate, 'id' | 'active' | 'accounts'>;
  subject: string;
}

/** Validates a gate by the rules of a deployment file, and upserts it. */
async function putGate<Result>(
  context: ServiceContext,
  { gate, of, present, subject }: GateToPut,
  answer: (id: string) => Result,
): Promise<ChangeAnswer<Result>> {
  const { merchant: owner, merchant_id: merchantId } = of;
  const place = `${member('merchants', owner, 0)}.${member('gates', gate.name, 0)}`;
  const { part, members, errors } = readPart(gateInFile, gate, '');
  const twice = [...repeated(members.accounts ?? [])].map((currency) =>
    errorAt('/accounts', 'conflict', `${currency} is listed more than once.`),
  );
  if (part === undefined || twice.length > 0) return invalid([...errors, ...twice], NOT_POSSIBLE);
  const upserting = beginUpserts(context);
  const id = await upsertGate(upserting, { place, merchantId }, part, present);
  return upserted(upserting, subject, answer(id));
}

async function hasGate(db: Db, merchantId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('gates')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Freezes or thaws a gate. New orders and refunds of a frozen gate fail with BALANCE_UPDATE_FAILED. Open orders finish
 * as usual, because their money may have moved already.
 */
async function freeze({ db }: ServiceContext, gateId: string, frozen: boolean) {
  // A gate's merchant never changes.
  const gate = await db
    .selectFrom('gates')
    .select(['merchant_id', 'frozen'])
    .where('id', '=', gateId)
    .executeTakeFirst();
  if (gate === undefined) return NOT_FOUND;
  await changeSettings(db, gate.merchant_id, (trx) =>
    trx.updateTable('gates').set({ frozen }).where('id', '=', gateId).execute(),
  );
  return { ...DONE, changed: differing(`gate ${gateId}`, gate, { frozen }) };
}

/** Reads a gate's available balance in a currency and its merchant's wallet, for the audit. */
async function gateMoney(db: Db, gateId: string, currency: Tables['wallets']['currency']) {
  const [money] = await db
    .selectFrom('gate_accounts')
    .innerJoin('gates', 'gates.id', 'gate_accounts.gate_id')
    .leftJoin('wallets', (join) =>
      join
        .onRef('wallets.merchant_id', '=', 'gates.merchant_id')
        .onRef('wallets.currency', '=', 'gate_accounts.currency'),
    )
    .select(['available_minor', 'wallets.balance_minor as wallet_minor'])
    .where('gate_id', '=', gateId)
    .where('gate_accounts.currency', '=', currency)
    .execute();
  return money;
}

const MOVE_ANSWERS = {
  posted: DONE,
  no_account: NOT_FOUND,
  insufficient: refusal('The available balance is too low.'),
} as const satisfies Record<Awaited<ReturnType<typeof moveMoney>>, object>;
