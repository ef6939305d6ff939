import { UUID } from '#contract/patterns.ts';
import { isLargeChange } from '#domain/order/fees.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { type ChangeAnswer, type Refused, NOT_FOUND, invalid, isRefused, DONE } from '../answer.ts';
import { type MethodInFile, member, methodInFile, type MerchantInFile } from './file.ts';
import { methodMembers } from './members.ts';
import {
  type PresentMethod,
  type PresentRoute,
  lockDeployment,
  selectMethod,
  selectRoutes,
} from './queries.ts';
import { type RouteTerminals, methodRules, readPart } from './rules.ts';
import {
  type Upserting,
  beginUpserts,
  upsertMethods,
  auditRowsOf,
  upsertMerchant,
  type Change,
} from './upserts.ts';
import { severalNamed } from '../named.ts';

/** The detail of a refused change of one thing. */
export const NOT_POSSIBLE = 'The change is not possible. Nothing was changed.';

interface MethodChange {
  id: string;
  /** The name or id of a terminal that the change names. */
  terminal?: string;
  /**
   * Returns the method as it should be.
   *
   * @param terminal the name of the named terminal
   */
  edit: (method: MethodInFile, terminal: string | undefined) => object | Refused;
}

/** Changes a method with its routes. Locks deployments, and the merchant's settings, until the transaction ends. */
export async function changeMethod<Result>(
  context: ServiceContext,
  { id, terminal: reference, edit }: MethodChange,
  answer: (upserting: Upserting) => ChangeAnswer<Result>,
): Promise<ChangeAnswer<Result>> {
  const { db } = context;
  await lockDeployment(db);
  const row = await selectMethod(db, id, reference);
  if (row === undefined) return NOT_FOUND;
  const present = { row, routes: await selectRoutes(db, [id]) };
  const { terminal, terminal_id: terminalId, adapter, owner } = row;
  const terminals = terminalsOf(present.routes);
  if (terminal !== null && terminalId !== null && adapter !== null) {
    terminals.set(terminal, { id: terminalId, adapter, owner });
  }
  const edited = edit({ name: row.name, ...methodMembers(present) }, terminal ?? undefined);
  if (isRefused(edited)) return edited;
  const of = { ...row, gateId: row.gate_id, accounts: row.accounts };
  const upserting = beginUpserts(context);
  const done = await putMethod(context, upserting, { of, method: edited, present, terminals });
  return done.ok ? answer(upserting) : done;
}

interface MethodToPut {
  of: {
    merchant: string;
    merchant_id: string;
    gate: string;
    gateId: string;
    accounts: readonly string[];
  };
  method: object;
  present?: PresentMethod;
  terminals: RouteTerminals;
}

/** Validates a method of a gate by the rules of a deployment file, and upserts it. */
export async function putMethod(
  { terminals: { adapters } }: Pick<ServiceContext, 'terminals'>,
  upserting: Upserting,
  { of, method, present, terminals }: MethodToPut,
): Promise<{ ok: true; id: string } | Refused> {
  const { merchant, accounts } = of;
  const place = `${member('merchants', merchant, 0)}.${member('gates', of.gate, 0)}`;
  const read = readPart(methodInFile, method, '');
  const rules = { place: '', merchant, accounts, present: present?.row, terminals, adapters };
  const errors = [...read.errors, ...methodRules(read.members, rules)];
  const { part } = read;
  if (part === undefined || errors.length > 0) return invalid(errors, NOT_POSSIBLE);
  const known = new Map(present === undefined ? [] : [[part.name, present]]);
  const gate = { place, gateId: of.gateId, merchantId: of.merchant_id };
  const { [part.name]: id = '' } = await upsertMethods(upserting, gate, [part], known, terminals);
  return { ok: true, id };
}

function terminalsOf(routes: readonly PresentRoute[]) {
  return new Map(
    routes.map(({ terminal, terminal_id: id, adapter, owner }) => [
      terminal,
      { id, adapter, owner },
    ]),
  );
}

/**
 * Changes the members of a merchant that are given. Locks the merchant until the transaction ends.
 *
 * @param reference its id or its name
 */
export async function changeMerchant(
  context: ServiceContext,
  reference: string,
  given: Omit<MerchantInFile, 'name' | 'gates'> & { name?: string | undefined },
): Promise<ChangeAnswer<{ done: true }>> {
  const [present, another] = await context.db
    .selectFrom('merchants')
    .selectAll()
    .where(UUID.test(reference) ? 'id' : 'name', '=', reference)
    .limit(2)
    .forNoKeyUpdate()
    .execute();
  if (present === undefined) return NOT_FOUND;
  if (another !== undefined) return severalNamed(reference);
  const upserting = beginUpserts(context);
  await upsertMerchant(upserting, { ...given, name: given.name ?? present.name }, present);
  const [changed] = auditRowsOf(upserting.changes);
  return { ...DONE, changed: changed && { ...changed, subject: `merchant ${present.id}` } };
}

const FEES: ReadonlySet<string> = new Set([
  'fee_percent',
  'fee_fixed',
  'fee_min',
  'fee_max',
  'refund_fixed_fee',
  'dispute_fee',
]);

interface LargeFeeChange {
  place: string;
  name: string;
  detail: string;
}

/** Returns each fee of a method that changes so much that it may be a slip. */
export function largeFeeChanges(changes: readonly Change[]): LargeFeeChange[] {
  const changed = changes.filter(({ kind }) => kind === 'change');
  return changed.flatMap(({ place, members }) =>
    Object.entries(members)
      .filter(([name]) => FEES.has(name))
      .filter(([, { before, after }]) => isLargeChange(toNumber(before), toNumber(after)))
      .map(([name, { before, after }]) => {
        const size = toNumber(after) > toNumber(before) ? 'more than double' : 'less than half';
        const detail = `${String(before)} becomes ${String(after)}, ${size}. Repeat with --confirm if this is right.`;
        return { place, name, detail };
      }),
  );
}

function toNumber(fee: unknown): number {
  return typeof fee === 'string' ? Number(fee) : NaN;
}
