import type { z } from 'zod';
import { changeSettings } from '../../merchants/change-settings.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { runInSlices } from '../../platform/in-turns.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import {
  type AppliedIds,
  type Change,
  type Plan,
  changesOf,
  planDeployment,
  removalRules,
} from './plan.ts';
import {
  methodRules,
  missing,
  nameRules,
  readFile,
  terminalRules,
  webhookRules,
} from './read-file.ts';
import { type Outline, placeOf } from './file.ts';
import { readPresent, type Present } from './export.ts';
import { largeFeeChanges } from './large-fees.ts';
import { lockDeployment } from './queries.ts';

export type ApplyDeps = Pick<
  ServiceContext,
  'db' | 'keyring' | 'rowsToBind' | 'now' | 'newId' | 'terminals' | 'allowPrivateWebhooks'
>;

export type ApplyResult =
  | { ok: true; changes: readonly Change[]; ids: AppliedIds }
  | { ok: false; reasons: readonly string[] };

/** The text before the reasons. */
export const NOT_APPLIED = 'The file cannot be applied. Nothing was changed.';

export interface ApplyOptions {
  dryRun: boolean;
  /** Accepts fees that change a lot. */
  confirm: boolean;
}

/**
 * Applies a deployment file in one transaction. A file that cannot be applied is refused with every reason, and nothing
 * changes. Applying the same file again changes nothing.
 *
 * Locks deployments, and each merchant whose settings change, until the transaction ends.
 */
export async function applyDeployment(
  deps: ApplyDeps,
  file: unknown,
  { dryRun, confirm }: ApplyOptions,
): Promise<ApplyResult> {
  return inTransaction(deps.db, async (trx) => {
    await lockDeployment(trx);
    const { file: read, outline, issues } = await runInSlices(readFile(file, missing));
    const wrong = await runInSlices(firstOf(sentences(issues, file)));
    if (outline === undefined) return { ok: false, reasons: wrong };
    const present = await readPresent(trx, merchantNames(outline));
    const broken = await brokenRules({ ...deps, db: trx }, outline, present);
    const reasons = [...wrong, ...broken];
    if (read === undefined || reasons.length > 0) return { ok: false, reasons };
    const plan = await runInSlices(planDeployment(deps, read, present));
    const changes = changesOf(plan);
    const large = dryRun || confirm ? [] : largeFeeChanges(changes);
    if (large.length > 0) return { ok: false, reasons: large };
    if (!dryRun) await carryOut(trx, plan);
    return { ok: true, changes, ids: plan.ids };
  });
}

/** Returns the merchants that the file changes, or names as owners of terminals. */
function merchantNames({ merchants, terminals }: Outline): string[] {
  const names = [
    ...(merchants ?? []).map(({ name }) => name),
    ...(terminals ?? []).map(({ merchant }) => merchant),
  ];
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

function* sentences(issues: readonly z.core.$ZodIssue[], file: unknown): Iterable<string> {
  for (const issue of issues) yield sentence(issue, file);
}

function sentence(issue: z.core.$ZodIssue, file: unknown): string {
  const place = placeOf(issue.path, file);
  if (issue.code === 'unrecognized_keys') {
    return `${place === '' ? 'the file' : place}: unknown ${issue.keys.join(', ')}.`;
  }
  return `${place === '' ? 'the file' : place}: ${issue.message}`;
}

async function brokenRules(
  deps: ApplyDeps,
  file: Outline,
  present: Present,
): Promise<readonly string[]> {
  const { adapters } = deps.terminals;
  const rules = [
    nameRules(file, present),
    terminalRules(file, present, adapters),
    methodRules(file, present, adapters),
    webhookRules(file, deps),
    await removalRules(deps.db, file, present),
  ];
  const broken: string[] = [];
  for (const rule of rules) broken.push(...(await runInSlices(firstOf(rule))));
  return broken;
}

/** The most reasons reported: more would not help the reader. */
const MOST_REASONS = 1_000;
const MORE_REASONS = 'There are more errors: fix these first.';

/** Collects the first reasons. Yields where the rules do, and after each reason. */
function* firstOf(reasons: Iterable<string | undefined>): Generator<undefined, string[]> {
  const first: string[] = [];
  for (const reason of reasons) {
    yield;
    if (reason === undefined) continue;
    if (first.length === MOST_REASONS) return [...first, MORE_REASONS];
    first.push(reason);
  }
  return first;
}

async function carryOut(trx: Db, { rows, settings }: Plan): Promise<void> {
  for (const { write } of rows) await write(trx);
  for (const { merchantId, changes } of settings) {
    await changeSettings(trx, merchantId, async () => {
      for (const { write } of changes) await write(trx);
    });
  }
}
