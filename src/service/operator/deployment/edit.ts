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

/** Takes a part of the deployment in the file's form and returns the edited part, which `applyPiece` validates. */
type Edit<Part> = (part: Part) => object | Refused;

/** The subject for the audit, and the answer. */
interface Edited<Result> {
  subject: string;
  /** Validates the change without applying it. */
  dryRun?: boolean;
  /** Accepts fees that change a lot. */
  confirm?: boolean;
  answer: (ids: AppliedIds) => Result;
}

/** Answers that the change is done. */
export function answerDone() {
  return { done: true as const };
}

/** Applies a piece of a deployment file, with the same rules as for a whole file. */
export async function applyPiece<Result>(
  context: ServiceContext,
  piece: object,
  { subject, answer, dryRun = false, confirm = false }: Edited<Result>,
): Promise<ChangeAnswer<Result>> {
  const applied = await applyDeployment(context, piece, { dryRun, confirm });
  if (!applied.ok)
    return invalid(applied.reasons, 'The change is not possible. Nothing was changed.');
  const changed = dryRun ? undefined : recorded(subject, applied.changes);
  return { ok: true, result: answer(applied.ids), changed };
}

/**
 * Edits a merchant in the deployment file's form and applies the result: unedited parts are applied with their current
 * values and change nothing. Locks deployments until the transaction ends.
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

/** Reads a merchant in the deployment file's form. */
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
  const file = { merchants: [exportMerchant(known, terminalNames(present))] };
  const parsed = deploymentFile.safeParse(file);
  // The merchant was created under older rules.
  if (!parsed.success)
    return refusal(`A deployment file cannot contain ${name} as it is: see export.`);
  return parsed.data.merchants[0] ?? NOT_FOUND;
}

/** A gate's place in the file, by names. */
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

/** Reads a method with its routes, in the deployment file's form. */
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

/** Returns the owner with one of its parts edited, which is found by name. */
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
