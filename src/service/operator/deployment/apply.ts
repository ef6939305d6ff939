import { z } from 'zod';
import type { InputError } from '../answer.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { yieldToEventLoop } from '../../platform/in-turns.ts';
import {
  MAX_IN_FILE,
  deploymentFile,
  gateInFile,
  member,
  merchantInFile,
  methodInFile,
  type MethodInFile,
  terminalInFile,
} from './file.ts';
import {
  type PresentGate,
  type PresentMerchant,
  lockDeployment,
  readMerchants,
  selectTerminals,
  selectWaitingMethods,
} from './queries.ts';
import {
  type RouteTerminal,
  errorAt,
  merchantRules,
  methodRules,
  nameRules,
  readPart,
  repeated,
  terminalRules,
} from './rules.ts';
import {
  type Change,
  type Upserting,
  beginUpserts,
  switchOff,
  upsertGate,
  upsertMerchant,
  upsertMethods,
  upsertTerminal,
} from './upserts.ts';

type ApplyDeps = Pick<
  ServiceContext,
  'db' | 'keyring' | 'rowsToBind' | 'now' | 'newId' | 'terminals' | 'allowPrivateWebhooks'
>;

/** The ids of everything that the file names. */
interface AppliedIds {
  terminals: Record<string, string>;
  merchants: Record<
    string,
    { id: string; gates: Record<string, { id: string; methods: Record<string, string> }> }
  >;
}

type ApplyResult =
  | { ok: true; changes: readonly Change[]; ids: AppliedIds }
  | { ok: false; errors: readonly InputError[] | 'overdue' };

/** The text before the errors. */
export const NOT_APPLIED = 'The file cannot be applied. Nothing was changed.';

/** The most reasons reported: more would not help the reader. */
const MOST_REASONS = 1_000;
const MORE_REASONS = 'There are more errors: fix these first.';

/**
 * Upserts everything that a deployment file names, in the current transaction. What is not valid is reported with every
 * reason; from the first on nothing is written, and the caller rolls back. Applying the same file again changes nothing.
 *
 * Locks deployments, and each merchant whose settings change, until the transaction ends.
 *
 * @param isOverdue asked before each merchant and gate; true ends the work
 */
export async function applyDeployment(
  deps: ApplyDeps,
  given: unknown,
  isOverdue: () => boolean = () => false,
): Promise<ApplyResult> {
  await lockDeployment(deps.db);
  const file = readPart(ownOfFile, given, ROOT);
  const { merchants = [], terminals = [] } = file.members;
  const named = merchants.map(nameOf).filter((name) => name !== undefined);
  const owners = terminals.map((part) => ownerOf.safeParse(part).data?.merchant);
  const present = await readMerchants(deps.db, [
    ...new Set([...named, ...owners.filter((owner) => typeof owner === 'string')]),
  ]);
  const shared = repeated(present.map(({ row }) => row.name));
  const applying: Applying = {
    deps,
    isOverdue,
    upserting: beginUpserts(deps),
    problems: [
      ...file.errors,
      ...nameRules(`${ROOT}/terminals`, terminals.map(nameOf)),
      ...nameRules(`${ROOT}/merchants`, merchants.map(nameOf)),
      ...[...shared].map((name) => {
        const index = merchants.findIndex((part) => nameOf(part) === name);
        return errorAt(`${ROOT}/merchants/${index}/name`, 'conflict', SHARED_NAME);
      }),
    ],
    present: new Map(present.map((merchant) => [merchant.row.name, merchant])),
    merchantIds: new Map(present.map(({ row }) => [row.name, row.id])),
    terminals: new Map(),
    ids: { terminals: {}, merchants: {} },
  };
  const own = await applyMerchants(applying, merchants);
  await applyTerminals(applying, terminals);
  for (const merchant of own) await applyGates(applying, merchant);
  const { problems, upserting, ids } = applying;
  if (isOverdue()) return { ok: false, errors: 'overdue' };
  if (problems.length > MOST_REASONS) {
    const more = errorAt('', 'too_many', MORE_REASONS);
    return { ok: false, errors: [...problems.slice(0, MOST_REASONS), more] };
  }
  return problems.length > 0
    ? { ok: false, errors: problems }
    : { ok: true, changes: upserting.changes, ids };
}

/** The file is an option of its command. */
const ROOT = '/deployment';

const SHARED_NAME = 'Several merchants have this name; rename all but one first (merchants brand).';

const parts = z.array(z.unknown()).max(MAX_IN_FILE);
/** Schemas of each part's own members; the items of its lists are parsed one by one. */
const ownOfFile = deploymentFile.extend({
  terminals: parts.optional(),
  merchants: parts.optional(),
});
const ownOfMerchant = merchantInFile.extend({ gates: parts.optional() });
const ownOfGate = gateInFile.extend({ methods: parts.optional() });

const namedPart = z.object({ name: z.string() });
const ownerOf = z.object({ merchant: z.string().nullish() });

interface Applying {
  deps: ApplyDeps;
  isOverdue: () => boolean;
  upserting: Upserting;
  /** What is wrong with the file. */
  problems: InputError[];
  present: ReadonlyMap<string, PresentMerchant>;
  merchantIds: Map<string, string>;
  terminals: Map<string, RouteTerminal>;
  ids: AppliedIds;
}

function nameOf(part: unknown): string | undefined {
  return namedPart.safeParse(part).data?.name;
}

function namesIn(list: readonly unknown[]): string[] {
  return list.map(nameOf).filter((name) => name !== undefined);
}

interface AppliedMerchant extends Placed {
  name: string | undefined;
  id: string;
  gates: readonly unknown[] | undefined;
}

/** Upserts the merchants' own rows: the other rows refer to them. */
async function applyMerchants(
  { deps, isOverdue, upserting, problems, present, merchantIds, ids }: Applying,
  merchants: readonly unknown[],
): Promise<AppliedMerchant[]> {
  const applied: AppliedMerchant[] = [];
  for (const [index, given] of merchants.entries()) {
    if (isOverdue()) break;
    await yieldToEventLoop();
    const name = nameOf(given);
    const place = member('merchants', name, index);
    const pointer = `${ROOT}/merchants/${index}`;
    const read = readPart(ownOfMerchant, given, pointer);
    problems.push(...read.errors, ...merchantRules(pointer, read.members, deps));
    let id = merchantIds.get(name ?? '') ?? '';
    if (read.part !== undefined && problems.length === 0) {
      const { gates: _gates, ...merchant } = read.part;
      id = await upsertMerchant(upserting, merchant, present.get(merchant.name)?.row);
      ids.merchants[merchant.name] = { id, gates: {} };
    }
    if (name !== undefined) merchantIds.set(name, id);
    applied.push({ place, pointer, name, id, gates: read.members.gates });
  }
  return applied;
}

async function applyTerminals(
  { deps, isOverdue, upserting, problems, merchantIds, terminals, ids }: Applying,
  given: readonly unknown[],
): Promise<void> {
  const rows = new Map((await selectTerminals(deps.db)).map((row) => [row.name, row]));
  for (const { id, name, adapter, merchant_name: owner } of rows.values()) {
    terminals.set(name, { id, adapter, owner });
  }
  for (const [index, part] of given.entries()) {
    if (isOverdue()) break;
    await yieldToEventLoop();
    const name = nameOf(part) ?? '';
    const pointer = `${ROOT}/terminals/${index}`;
    const read = readPart(terminalInFile, part, pointer);
    const { merchant: owner, adapter = '' } = read.members;
    const known = rows.get(name);
    problems.push(
      ...read.errors,
      ...terminalRules(pointer, read.members, known, deps.terminals.adapters),
    );
    const ownerId = typeof owner === 'string' ? merchantIds.get(owner) : owner;
    if (typeof owner === 'string' && ownerId === undefined) {
      problems.push(errorAt(`${pointer}/merchant`, 'conflict', `There is no merchant ${owner}.`));
    }
    let id = known?.id ?? '';
    if (read.part !== undefined && problems.length === 0) {
      id = await upsertTerminal(upserting, read.part, ownerId, known);
      ids.terminals[name] = id;
    }
    const ownedBy = owner === undefined ? (known?.merchant_name ?? null) : owner;
    terminals.set(name, { id, adapter, owner: ownedBy });
  }
}

/** Upserts a merchant's gates with their methods and routes, and switches off what is not listed any more. */
async function applyGates(applying: Applying, merchant: AppliedMerchant): Promise<void> {
  const { isOverdue, upserting, problems, present, ids } = applying;
  const { gates } = merchant;
  if (gates === undefined) return;
  const known = present.get(merchant.name ?? '')?.gates ?? new Map<string, PresentGate>();
  problems.push(...nameRules(`${merchant.pointer}/gates`, gates.map(nameOf)));
  const unlisted: Unlisted[] = [];
  for (const [index, given] of gates.entries()) {
    if (isOverdue()) return;
    await yieldToEventLoop();
    const name = nameOf(given);
    const place = `${merchant.place}.${member('gates', name, index)}`;
    const gate = known.get(name ?? '');
    const pointer = `${merchant.pointer}/gates/${index}`;
    const read = readPart(ownOfGate, given, pointer);
    const { accounts = [], methods = [] } = read.members;
    problems.push(
      ...read.errors,
      ...nameRules(`${pointer}/methods`, methods.map(nameOf)),
      ...[...repeated(accounts)].map((one) =>
        errorAt(`${pointer}/accounts`, 'conflict', `${one} is listed more than once.`),
      ),
    );
    const owned = { merchant: merchant.name, pointer, accounts, gate };
    const wanted = await readMethods(applying, owned, methods);
    if (gate !== undefined && read.members.methods !== undefined) {
      unlisted.push(...unlistedMethods({ place, pointer }, gate, methods));
    }
    if (read.part === undefined || problems.length > 0) continue;
    const merchantId = merchant.id;
    const id = await upsertGate(upserting, { place, merchantId }, read.part, gate);
    const none: PresentGate['methods'] = new Map();
    const ofGate = { place, gateId: id, merchantId };
    const of = ids.merchants[merchant.name ?? ''];
    const methodIds = await upsertMethods(
      upserting,
      ofGate,
      wanted,
      gate?.methods ?? none,
      applying.terminals,
    );
    if (of !== undefined) of.gates[read.part.name] = { id, methods: methodIds };
  }
  unlisted.push(...unlistedGates(merchant, known, gates));
  for (const part of unlisted) await applyRemoval(applying, merchant.id, part);
}

/** Reads a gate's methods, each whose form is right, and notes what is wrong with them. */
async function readMethods(
  { problems, terminals, deps }: Applying,
  { merchant, pointer, accounts, gate }: GateOfMethods,
  methods: readonly unknown[],
): Promise<MethodInFile[]> {
  const wanted = [];
  for (const [number, part] of methods.entries()) {
    await yieldToEventLoop();
    const at = {
      place: `${pointer}/methods/${number}`,
      merchant,
      accounts: [...accounts, ...(gate?.accounts ?? [])],
      present: gate?.methods.get(nameOf(part) ?? '')?.row,
      terminals,
      adapters: deps.terminals.adapters,
    };
    const method = readPart(methodInFile, part, at.place);
    problems.push(...method.errors, ...methodRules(method.members, at));
    if (method.part !== undefined) wanted.push(method.part);
  }
  return wanted;
}

interface GateOfMethods {
  merchant: string | undefined;
  pointer: string;
  /** The accounts that the file lists. */
  accounts: readonly string[];
  gate: PresentGate | undefined;
}

interface Placed {
  /** By names, as the audit has it. */
  place: string;
  pointer: string;
}

/** A gate or method that is missing from a file's list of its siblings. Listing it again switches it on. */
interface Unlisted extends Placed {
  name: string;
  /** Leads to the list. */
  pointer: string;
  table: 'gates' | 'gate_methods';
  id: string;
  /** The methods that take no more orders without it. */
  methodIds: readonly string[];
}

function unlistedMethods(
  { place, pointer }: Placed,
  { methods }: PresentGate,
  listed: readonly unknown[],
): Unlisted[] {
  return missingFrom(
    listed,
    [...methods.values()].map(({ row }) => row),
  ).map(({ id, name }) => ({
    name,
    place: `${place}.${member('methods', name, 0)}`,
    pointer: `${pointer}/methods`,
    table: 'gate_methods',
    id,
    methodIds: [id],
  }));
}

function unlistedGates(
  { place, pointer }: Placed,
  gates: ReadonlyMap<string, PresentGate>,
  listed: readonly unknown[],
): Unlisted[] {
  return missingFrom(listed, [...gates.values()]).map(({ id, name, methods }) => ({
    name,
    place: `${place}.${member('gates', name, 0)}`,
    pointer: `${pointer}/gates`,
    table: 'gates',
    id,
    methodIds: [...methods.values()].filter(({ row }) => row.active).map(({ row }) => row.id),
  }));
}

/** Returns what is active and not listed: nothing if a name could not be read, because any might be meant. */
function missingFrom<Part extends { name: string; active: boolean }>(
  listed: readonly unknown[],
  present: readonly Part[],
): Part[] {
  const names = namesIn(listed);
  if (names.length < listed.length) return [];
  return present.filter(({ name, active }) => active && !names.includes(name));
}

/** Switches off a gate or method, unless that would leave open orders without their method. */
async function applyRemoval(
  { deps, upserting, problems }: Applying,
  merchantId: string,
  { place, pointer, name, methodIds, ...part }: Unlisted,
): Promise<void> {
  const waiting = await selectWaitingMethods(deps.db, merchantId, methodIds);
  if (waiting.length > 0) {
    const detail = `${name} is not in the file, but cannot be removed while it has orders that are not final.`;
    problems.push(errorAt(pointer, 'conflict', detail));
  }
  if (problems.length === 0) await switchOff(upserting, { ...part, place }, merchantId);
}
