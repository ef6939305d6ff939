import type { ServiceContext } from '../../platform/context.ts';
import {
  type ChangeAnswer,
  type Refused,
  isRefused,
  NOT_FOUND,
  invalid,
  refusal,
} from '../answer.ts';
import { applyDeployment } from './apply.ts';
import { exportMerchant, readPresent, terminalNames } from './export.ts';
import { type GateInFile, type MerchantInFile, type MethodInFile, deploymentFile } from './file.ts';
import { type AppliedIds, recorded } from './plan.ts';
import { lockDeployment } from './queries.ts';

/** Part of a deployment as a file would say it now, and what it is to be; apply checks that. */
type Edit<Part> = (part: Part) => object | Refused;

/** Of what was changed, for the audit, and what to answer. */
interface Edited<Result> {
  subject: string;
  /** Validates it all, and changes nothing. */
  dryRun?: boolean;
  answer: (ids: AppliedIds) => Result;
}

/** For what answers that it is done, and no more. */
export function answerDone() {
  return { done: true as const };
}

/** Applies a piece of a deployment's file, by the rules of the whole. */
export async function applyPiece<Result>(
  context: ServiceContext,
  piece: object,
  { subject, answer, dryRun = false }: Edited<Result>,
): Promise<ChangeAnswer<Result>> {
  const applied = await applyDeployment(context, piece, { dryRun });
  if (!applied.ok)
    return invalid(applied.reasons, 'The change is not possible. Nothing was changed.');
  const changed = dryRun ? undefined : recorded(subject, applied.changes);
  return { ok: true, result: answer(applied.ids), changed };
}

/**
 * Edits a merchant as the deployment's file says it: what an edit leaves alone is applied as it is, and changes
 * nothing. Nobody else applies anything meanwhile.
 */
export async function editMerchant<Result>(
  context: ServiceContext,
  name: string,
  { edit, ...edited }: Edited<Result> & { edit: Edit<MerchantInFile> },
): Promise<ChangeAnswer<Result>> {
  await lockDeployment(context.db);
  const merchant = await readMerchant(context, name);
  const after = isRefused(merchant) ? merchant : edit(merchant);
  return isRefused(after) ? after : applyPiece(context, { merchants: [after] }, edited);
}

/** A merchant as the deployment's file says it now. */
async function readMerchant(
  { db }: Pick<ServiceContext, 'db'>,
  name: string,
): Promise<MerchantInFile | Refused> {
  const present = await readPresent(db, [name]);
  const known = present.merchants.get(name);
  if (known === undefined) return NOT_FOUND;
  if (present.sharedNames.has(name)) {
    return refusal(`Several merchants are named ${name}: rename all but one first.`);
  }
  const said = { merchants: [exportMerchant(known, terminalNames(present))] };
  const parsed = deploymentFile.safeParse(said);
  // Made before the rules were what they are.
  if (!parsed.success)
    return refusal(`A deployment file cannot contain ${name} as it is: see export.`);
  return parsed.data.merchants[0] ?? NOT_FOUND;
}

/** Where a gate stands in the file. */
export interface GatePlace {
  merchant: string;
  gate: string;
}

export function editGate<Result>(
  context: ServiceContext,
  { merchant: name, gate }: GatePlace,
  { edit, ...edited }: Edited<Result> & { edit: Edit<GateInFile> },
): Promise<ChangeAnswer<Result>> {
  return editMerchant(context, name, {
    ...edited,
    edit: (merchant) => within(merchant, 'gates', gate, edit),
  });
}

export function editMethod<Result>(
  context: ServiceContext,
  { method, ...place }: GatePlace & { method: string },
  { edit, ...edited }: Edited<Result> & { edit: Edit<MethodInFile> },
): Promise<ChangeAnswer<Result>> {
  return editGate(context, place, {
    ...edited,
    edit: (gate) => within(gate, 'methods', method, edit),
  });
}

/** A method as the file says it now, with its routes. */
export async function readMethod(
  { db }: Pick<ServiceContext, 'db'>,
  { merchant, gate, method }: GatePlace & { method: string },
): Promise<{ ok: true; result: MethodInFile } | Refused> {
  const read = await readMerchant({ db }, merchant);
  if (isRefused(read)) return read;
  const found = read.gates
    ?.find(({ name }) => name === gate)
    ?.methods?.find(({ name }) => name === method);
  return found === undefined ? NOT_FOUND : { ok: true, result: found };
}

/** The owner with one of its parts, by name, as it is to be. */
function within<Part extends { name: string }, List extends string>(
  owner: Partial<Record<List, Part[] | undefined>>,
  list: List,
  name: string,
  edit: Edit<Part>,
): object | Refused {
  const parts = owner[list] ?? [];
  const part = parts.find((each) => each.name === name);
  const after = part === undefined ? NOT_FOUND : edit(part);
  if (isRefused(after)) return after;
  return { ...owner, [list]: parts.map((each) => (each === part ? after : each)) };
}
