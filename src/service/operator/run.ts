import { FREE_TEXT, UUID } from '#contract/patterns.ts';
import type { z } from 'zod';
import { findMerchant } from '../merchants/find-merchant.ts';
import { askCells } from '../platform/cells/ask-cells.ts';
import type { Cells } from '../platform/cells/cells.ts';
import type { ServiceContext } from '../platform/context.ts';
import { inTurns } from '../platform/in-turns.ts';
import type { Db } from '../platform/database/schema.ts';
import {
  invalid,
  isRefused,
  NOT_FOUND,
  type Call,
  type OperatorAnswer,
  type Refused,
} from './answer.ts';
import { answerWithout, type AskAll } from './cells/across.ts';
import { routeToCell } from './cells/route-to-cell.ts';
import { shareTerminals } from './cells/share-terminals.ts';
import { inputSchema, typedInput } from './command-options.ts';
import type { OperatorCommand, Read } from './command.ts';
import { FOR_MERCHANTS, type MerchantScope, type OwnedOption } from './roles.ts';

/**
 * Runs a command that its caller's role allows, in the cell that its input is about: that of what the input names, of the
 * merchant that its caller acts for, the emptiest one for a new merchant, or cell 0 for what belongs to no merchant. What is
 * about all merchants is asked of all cells.
 *
 * The input is read here, and nowhere else.
 */
export async function runCommand(
  command: OperatorCommand,
  given: unknown,
  cells: Cells<ServiceContext>,
  call: Call,
): Promise<OperatorAnswer> {
  const { scope } = call.actor;
  if (call.actor.role === 'merchant') {
    return scope === undefined ? NOT_FOUND : runForMerchant(command, given, cells, { call, scope });
  }
  const read = await inTurns(readInput(command, given));
  if (!read.ok) return read;
  return cells.all.length === 1
    ? command.run(read, cells.first, call)
    : runInCells(command, read, cells, call);
}

async function runInCells(
  command: OperatorCommand,
  read: Read,
  cells: Cells<ServiceContext>,
  call: Call,
): Promise<OperatorAnswer> {
  const route = await routeToCell(call.command, read.own, cells);
  if (isRefused(route)) return route;
  const { input, context, merchantElsewhere } = route;
  const moved = { own: input, common: read.common };
  if (context === undefined && command.runAcross !== undefined) {
    return command.runAcross(moved, askAllOf(cells), call, cells);
  }
  const there = { ...call, merchantElsewhere };
  const answer = await command.run(moved, context ?? cells.first, there);
  const isShared = call.command.startsWith('terminals ') && command.changes;
  return answer.ok && isShared ? answerWithout(await shareTerminals(cells), answer.result) : answer;
}

function askAllOf(cells: Cells<ServiceContext>): AskAll {
  return (ask, { takesMinutes } = { takesMinutes: false }) =>
    askCells(cells, ask, takesMinutes ? undefined : cells.first.waits.requestMs);
}

/**
 * For somebody who acts for one merchant: their own merchant need not be named, and what belongs to another one is answered
 * as what does not exist.
 */
async function runForMerchant(
  command: OperatorCommand,
  given: unknown,
  cells: Cells<ServiceContext>,
  { call, scope }: { call: Call; scope: MerchantScope },
): Promise<OperatorAnswer> {
  const home = cells.of(scope.merchantId);
  const owned = FOR_MERCHANTS[call.command];
  if (home === undefined || owned === undefined) return NOT_FOUND;
  const isNamed = owned !== 'merchant' || typeof given !== 'object' || given === null;
  const input = isNamed ? given : { merchant: scope.merchantId, ...given };
  const read = await inTurns(readInput(command, input));
  if (!read.ok) return read;
  if (owned === 'nobody') return command.run(read, home, call);
  const reference = read.own[owned];
  // No text names nothing, and so nothing of another merchant either.
  if (typeof reference !== 'string') return invalid([`--${owned}: is missing`]);
  const owner = await OWNERS[owned](home.db, reference);
  return owner === scope.merchantId ? command.run(read, home, call) : NOT_FOUND;
}

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
  refund: (db, id) => merchantIn(db, 'refunds', id),
  order: async (db, id) =>
    (await merchantIn(db, 'payins', id)) ?? (await merchantIn(db, 'payouts', id)),
};

async function merchantIn(
  db: Db,
  table: 'api_keys' | 'webhook_events' | 'reports' | 'payins' | 'payouts' | 'refunds',
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

/**
 * A command's input by its schemas; what is wrong with it is said in sentences, as a command line names it. Yields in
 * between, for others to have a turn: a file may be in it.
 */
export function* readInput(
  { own, common }: Pick<OperatorCommand, 'own' | 'common'>,
  given: unknown,
): Generator<undefined, (Read & { ok: true }) | Refused> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return invalid([NO_OBJECT]);
  }
  const isCommon = ([name]: [string, unknown]) => Object.hasOwn(common.shape, name);
  // Until release 0.4 texts count as what they say, as they did when the interface took a command line's texts.
  const members = Object.entries(yield* typedInput(inputSchema({ own, common }), given));
  const first = parsed(own, Object.fromEntries(members.filter((member) => !isCommon(member))));
  const second = parsed(common, Object.fromEntries(members.filter(isCommon)));
  const problems = [...first.problems, ...second.problems];
  if (first.value === undefined || second.value === undefined) return invalid(problems);
  // Only what the schemas take is gone through: they have a limit for each of its members.
  const unstorable = yield* unstorableMembers(given);
  return unstorable.length > 0
    ? invalid(unstorable.map((name) => `--${name} ${UNSTORABLE}`))
    : { ok: true, own: first.value, common: second.value };
}

const NO_OBJECT = 'The input must be a JSON object.';

function parsed(schema: z.ZodObject, members: object) {
  const { data, error } = schema.safeParse(members, {
    error: ({ input }) => (input === undefined ? 'is missing' : undefined),
  });
  return { value: data, problems: error?.issues.map(describe) ?? [] };
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `There is no option ${issue.keys.map((key) => `--${key}`).join(', ')}.`;
  }
  return `--${issue.path.join('.')}: ${issue.message}`;
}

const UNSTORABLE = 'must not contain NUL or an incomplete character, which databases cannot store.';

/** So many take a millisecond or two. */
const MEMBERS_IN_A_SLICE = 5_000;
/** More than these tell a caller nothing new. */
const UNSTORABLE_SHOWN = 100;

/** The paths of texts that no database stores, the first of them. */
function* unstorableMembers(given: object): Generator<undefined, string[]> {
  const found: string[] = [];
  let checked = 0;
  function* check(part: object, path: string): Generator<undefined> {
    for (const [name, value] of membersOf(part)) {
      if (found.length === UNSTORABLE_SHOWN) return;
      checked += 1;
      if (checked % MEMBERS_IN_A_SLICE === 0) yield;
      if (!FREE_TEXT.test(name)) found.push(`${path}?`);
      else if (typeof value === 'string' && !FREE_TEXT.test(value)) found.push(path + name);
      else if (typeof value === 'object' && value !== null) yield* check(value, `${path}${name}.`);
    }
  }
  yield* check(given, '');
  return found;
}

/** One after the other: a list may be so long that its entries take a turn by themselves. */
function* membersOf(part: object): Iterable<[string, unknown]> {
  if (!Array.isArray(part)) return yield* new Map<string, unknown>(Object.entries(part));
  for (const [index, item] of part.entries()) yield [String(index), item];
}
