import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { placeOf } from '#service/operator/deployment/file.ts';
import { done, failed, type Ending, type Ends } from '../command-line.ts';
import { askService } from './ask-service.ts';
import { describeChanges, type DescribedChange } from './describe-changes.ts';
import { substituteVariables, unsetVariables } from './substitute-variables.ts';

const DESCRIPTION = [
  'Applies a YAML file of terminals, merchants, gates, methods and routes in one transaction.',
  `\${NAME} in a value is replaced by that environment variable. Applying a file again changes nothing. A file with errors changes nothing; all errors are listed.`,
].join('\n\n');

const change = z.object({
  kind: z.enum(['add', 'change', 'switch_off']),
  place: z.string(),
  members: z.record(
    z.string(),
    z.object({ before: z.unknown().optional(), after: z.unknown().optional() }),
  ),
}) satisfies z.ZodType<DescribedChange>;
const answered = z.looseObject({ changes: z.array(change) });

interface Options {
  dryRun?: true;
  confirm?: true;
  reason?: string;
  json?: true;
}

export function addApply(command: Command, ends: Ends): void {
  command
    .description(DESCRIPTION)
    .argument('<file>', 'the deployment, as YAML')
    .option('--dry-run', 'print the changes without making them')
    .option('--confirm', 'accept fees that become more than double, or less than half')
    .option('--reason <text>', 'recorded in the audit')
    .option('--json', 'print the ids of everything that the file names')
    .action(ends((file: string, options: Options) => apply(file, options)));
}

async function apply(file: string, options: Options): Promise<Ending> {
  const { dryRun = false, confirm = false, reason, json = false } = options;
  const read = await readDeployment(file);
  if (!read.ok) return failed(read.message);
  const input = {
    deployment: read.deployment,
    dry_run: dryRun,
    confirm,
    ...(reason !== undefined && { reason }),
  };
  const answer = await askService('apply', input, (pointer) => placeIn(pointer, input) || file);
  if (!answer.ok) return failed(answer.message);
  const parsed = answered.safeParse(answer.body);
  if (!parsed.success) {
    return failed('The answer lists no changes. The service may run another release.');
  }
  const { changes, ...ids } = parsed.data;
  if (json) return done(JSON.stringify(dryRun ? { changes } : ids, null, 2));
  return done(`${describeChanges(changes)}${summary(changes.length, dryRun)}`);
}

function summary(changes: number, dryRun: boolean): string {
  if (changes === 0) return 'Nothing to change.';
  const counted = changes === 1 ? '1 change' : `${changes} changes`;
  return dryRun ? `\n${counted}. Nothing was changed.` : `\n${counted}. Done.`;
}

/** Names a place in the file by the names of what it is in: `merchants[Acme].gates[main].accounts`. */
function placeIn(pointer: string, input: { deployment: unknown }): string {
  const [, , ...steps] = pointer
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return placeOf(
    steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    input.deployment,
  );
}

type ReadDeployment = { ok: true; deployment: unknown } | { ok: false; message: string };

async function readDeployment(file: string): Promise<ReadDeployment> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const message =
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`;
    return { ok: false, message };
  }
  const document = parseDocument(text);
  const wrong = [...document.errors, ...document.warnings];
  if (wrong.length > 0) {
    const errors = wrong.map(({ message }) => message.split('\n', 1).join('').replace(/:$/, ''));
    return {
      ok: false,
      message: [`${file} is not valid YAML:`, ...errors.map((one) => `  ${one}`)].join('\n'),
    };
  }
  const { value, missing } = substituteVariables(document.toJS() ?? {}, process.env);
  return missing.length === 0
    ? { ok: true, deployment: value }
    : { ok: false, message: unsetVariables(missing) };
}
