import { FREE_TEXT, UUID } from '#contract/patterns.ts';
import { jsonPointer } from '#contract/violations.ts';
import { findMerchant } from '../merchants/queries.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import { QUIET_DETAIL } from '../platform/quiet.ts';
import {
  invalid,
  invalidAt,
  NOT_FOUND,
  refusal,
  type Call,
  type OperatorAnswer,
  type Refused,
} from './answer.ts';
import type { OperatorCommand, Read } from './command.ts';
import { errorsIn, REQUIRED } from './input-errors.ts';
import type { MerchantScope, OwnedOption } from './roles.ts';

/** Runs a command that its caller's role allows. This is the only place that validates a command's input. */
export async function runCommand(
  command: OperatorCommand,
  given: unknown,
  context: ServiceContext,
  call: Call,
): Promise<OperatorAnswer> {
  const { scope } = call.actor;
  if (context.quiet && command.isHeldInQuiet === true) return refusal(QUIET_DETAIL);
  if (call.actor.role === 'merchant') {
    return scope === undefined
      ? NOT_FOUND
      : runForMerchant(command, given, context, { call, scope });
  }
  const read = readInput(command, given);
  return read.ok ? command.run(read, context, call) : read;
}

/**
 * Runs a command for an actor of one merchant. The merchant may be left out of the input. What belongs to another
 * merchant is answered as not found.
 */
async function runForMerchant(
  command: OperatorCommand,
  given: unknown,
  context: ServiceContext,
  { call, scope }: { call: Call; scope: MerchantScope },
): Promise<OperatorAnswer> {
  const { owner: owned } = command;
  if (owned === undefined) return NOT_FOUND;
  const isNamed = owned !== 'merchant' || typeof given !== 'object' || given === null;
  const input = isNamed ? given : { merchant: scope.merchantId, ...given };
  const read = readInput(command, input);
  if (!read.ok) return read;
  if (owned === 'nobody') return command.run(read, context, call);
  const reference = read.own[owned];
  // A missing reference names nothing, so this answer reveals nothing about another merchant.
  if (typeof reference !== 'string') return invalidAt(`/${owned}`, 'required', 'Is required.');
  const owner = await OWNERS[owned](context.db, reference);
  return owner === scope.merchantId ? command.run(read, context, call) : NOT_FOUND;
}

/** Finds the merchant that owns a thing: undefined if there is no such thing, null if no merchant owns it. */
const OWNERS: Readonly<
  Record<OwnedOption, (db: Db, reference: string) => Promise<string | null | undefined>>
> = {
  async merchant(db, reference) {
    const found = await findMerchant(db, reference);
    return typeof found === 'object' ? found.id : undefined;
  },
  key: (db, id) => merchantIn(db, 'api_keys', id),
  event: (db, id) => merchantIn(db, 'webhook_events', id),
  refund: (db, id) => merchantIn(db, 'refunds', id),
  dispute: (db, id) => merchantIn(db, 'disputes', id),
  link: (db, id) => merchantIn(db, 'links', id),
  order: async (db, id) =>
    (await merchantIn(db, 'payins', id)) ?? (await merchantIn(db, 'payouts', id)),
};

async function merchantIn(
  db: Db,
  table: 'api_keys' | 'webhook_events' | 'payins' | 'payouts' | 'refunds' | 'disputes' | 'links',
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

/** Validates a command's input. */
export function readInput(
  { input, common }: Pick<OperatorCommand, 'input' | 'common'>,
  given: unknown,
): (Read & { ok: true }) | Refused {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return invalidAt('', 'type', 'The input must be a JSON object.');
  }
  const { data, error } = input.safeParse(given, { error: REQUIRED });
  if (data === undefined) return invalid(errorsIn(error.issues, given));
  const unstorable = unstorableMembers(given, []).slice(0, UNSTORABLE_SHOWN);
  if (unstorable.length > 0) {
    return invalid(unstorable.map((pointer) => ({ pointer, code: 'text', detail: UNSTORABLE })));
  }
  const isCommon = ([name]: [string, unknown]) => Object.hasOwn(common.shape, name);
  const members = Object.entries(data);
  return {
    ok: true,
    own: Object.fromEntries(members.filter((member) => !isCommon(member))),
    common: Object.fromEntries(members.filter(isCommon)),
  };
}

const UNSTORABLE = 'Must not contain NUL or an incomplete character, which databases cannot store.';

/** The most problems reported: more would not help the caller. */
const UNSTORABLE_SHOWN = 100;

/** Returns pointers to texts that no database can store. */
function unstorableMembers(part: object, path: readonly string[]): string[] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    const place = [...path, name];
    if (!FREE_TEXT.test(name)) return [jsonPointer(path)];
    if (typeof value === 'string') return FREE_TEXT.test(value) ? [] : [jsonPointer(place)];
    return typeof value === 'object' && value !== null ? unstorableMembers(value, place) : [];
  });
}
