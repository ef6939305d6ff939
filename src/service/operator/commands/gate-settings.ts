import { formatMinor } from '#domain/money.ts';
import { z } from 'zod';
import type { ServiceContext } from '../../platform/context.ts';
import {
  changes,
  doneAnswer,
  isRefused,
  NOT_FOUND,
  reads,
  refusal,
  type ChangeAnswer,
  type OperatorCommands,
} from '../command.ts';
import { editGate, editMerchant } from '../deployment/edit.ts';
import { given, several, trueOrFalse } from '../input.ts';
import { lists } from '../lists.ts';
import { merchant, withMerchant } from '../named.ts';
import { selectBalancesOf, selectGatePlace, selectGatesOf } from '../place-queries.ts';

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
  wallet: z.string(),
});

/** Gates and the accounts in them. */
export const GATE_SETTING_COMMANDS: OperatorCommands = {
  'gates list': lists(
    "List a merchant's gates, by name.",
    { merchant },
    {
      item: gateItem,
      key: gateName,
      select: ({ merchant: reference }, context, page) =>
        withMerchant(context, reference, (id) => selectGatesOf(context.db, id, page)),
      keyOf: ({ name }) => name,
    },
  ),
  'gates show': reads(
    "Show a gate with what its accounts hold, and its merchant's wallets beside them.",
    { gate: z.uuid() },
    async ({ gate }, { db }) => {
      const found = await selectGatePlace(db, gate);
      if (found === undefined) return NOT_FOUND;
      const { id, gate: name, merchant: owner, active, frozen } = found;
      const balances = await selectBalancesOf(db, gate);
      const accounts = balances.map((balance) => ({
        currency: balance.currency,
        available: formatMinor(balance.available_minor),
        hold: formatMinor(balance.hold_minor),
        rolling: formatMinor(balance.rolling_minor),
        payout_reserve: formatMinor(balance.payout_reserve_minor),
        wallet: formatMinor(balance.wallet_minor ?? 0n),
      }));
      return { ok: true, result: { id, name, merchant: owner, active, frozen, accounts } };
    },
    gateItem.extend({ merchant: z.string(), accounts: z.array(account) }),
  ),
  'gates create': changes(
    'Make a gate of a merchant, with accounts.',
    { merchant, name: gateName, accounts: several },
    async ({ merchant: reference, ...gate }, context) => createGate(context, reference, gate),
    z.object({ id: z.uuid() }),
  ),
  'gates change': changes(
    'Switch a gate off or on, or open accounts in it; none is ever closed.',
    { gate: z.uuid(), active: trueOrFalse.optional(), accounts: several.optional() },
    async ({ gate, active, accounts }, context) => {
      const place = await selectGatePlace(context.db, gate);
      if (place === undefined) return NOT_FOUND;
      return editGate(context, place, {
        subject: `gate ${gate}`,
        edit: (known) => ({
          ...known,
          ...given({ active }),
          accounts: [...new Set([...(known.accounts ?? []), ...(accounts ?? [])])],
        }),
      });
    },
    doneAnswer,
  ),
};

async function createGate(
  context: ServiceContext,
  reference: string,
  gate: { name: string; accounts: string[] },
): Promise<ChangeAnswer> {
  const found = await withMerchant(context, reference, (id) => merchantNamed(context, id));
  if (isRefused(found)) return found;
  const { name } = found;
  return editMerchant(context, name, {
    subject: `gate ${gate.name} of merchant ${name}`,
    edit: ({ gates = [], ...rest }) =>
      gates.some((known) => known.name === gate.name)
        ? refusal(`${name} has a gate ${gate.name} already.`)
        : { ...rest, gates: [...gates, { ...gate, methods: [] }] },
    answer: ({ merchants }) => ({ id: merchants[name]?.gates[gate.name]?.id }),
  });
}

function merchantNamed({ db }: Pick<ServiceContext, 'db'>, id: string) {
  return db.selectFrom('merchants').select('name').where('id', '=', id).executeTakeFirstOrThrow();
}
