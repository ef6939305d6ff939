import type { Kysely } from 'kysely';
import { UUID } from '#contract/patterns.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Tables } from '../platform/database/schema.ts';
import type { Call, OperatorAnswer } from './answer.ts';
import { invalid, NOT_FOUND, type OperatorCommand } from './command.ts';
import type { MerchantScope } from './merchant-scope.ts';
import { FOR_MERCHANTS, mayRun, type OwnedOption } from './roles.ts';

type Db = Kysely<Tables>;

/** Has a command done for whoever may, and of what is theirs alone where they act for one merchant. */
export async function runCommand(
  command: OperatorCommand,
  given: unknown,
  context: ServiceContext,
  call: Call,
): Promise<OperatorAnswer | 'forbidden'> {
  const { role, scope } = call.actor;
  if (!mayRun(role, call.command)) return 'forbidden';
  if (role !== 'merchant') return command.run(given, context, call);
  const owned = FOR_MERCHANTS[call.command];
  if (scope === undefined || owned === undefined) return 'forbidden';
  if (owned === 'nobody') return command.run(given, context, call);
  const own = await ownInput(context.db, { given, owned, scope });
  return own.ok ? command.run(own.input, context, call) : own;
}

interface Asked {
  given: unknown;
  owned: OwnedOption;
  scope: MerchantScope;
}

/**
 * Input whose option names what is the merchant's own; their merchant need not be named. What belongs to
 * another one is answered as what does not exist.
 */
async function ownInput(db: Db, { given, owned, scope }: Asked) {
  // Nothing is filled in of what is no input: what is wrong with it would be forgotten.
  if (typeof given !== 'object' || given === null) return invalid([NO_OBJECT]);
  const input: Record<string, unknown> =
    owned === 'merchant' ? { merchant: scope.merchantId, ...given } : { ...given };
  const reference = input[owned];
  // No text names nothing, and so nothing of another merchant either.
  if (typeof reference !== 'string') return invalid([`--${owned}: is missing`]);
  const owner = await OWNERS[owned](db, reference);
  return owner === scope.merchantId ? ({ ok: true, input } as const) : NOT_FOUND;
}

const NO_OBJECT = 'The input must be a JSON object.';

/** Whose a thing is; undefined where there is none such, or it is no merchant's. */
const OWNERS: Readonly<
  Record<OwnedOption, (db: Db, reference: string) => Promise<string | null | undefined>>
> = {
  async merchant(db, reference) {
    const found = await findMerchant(db, reference);
    return typeof found === 'object' ? found.id : undefined;
  },
  key: (db, id) => merchantIn(db, 'api_keys', id),
  event: (db, id) => merchantIn(db, 'webhook_events', id),
  report: (db, id) => merchantIn(db, 'reports', id),
  order: async (db, id) =>
    (await merchantIn(db, 'payins', id)) ?? (await merchantIn(db, 'payouts', id)),
};

async function merchantIn(
  db: Db,
  table: 'api_keys' | 'webhook_events' | 'reports' | 'payins' | 'payouts',
  id: string,
): Promise<string | null | undefined> {
  if (!UUID.test(id)) return undefined;
  const row = await db
    .selectFrom(table)
    .select('merchant_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.merchant_id;
}
