import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { asksForHelp, CALLED, done, failed, wrongUsage, type Ending } from '../command-line.ts';
import { askService } from './ask-service.ts';
import { describeChanges, type DescribedChange } from './describe-changes.ts';
import { fillIn } from './fill-in.ts';

const USAGE = `${CALLED.operator} apply FILE              makes terminals, merchants, gates, methods, routes as it says
${CALLED.operator} apply FILE --reason TEXT    says in the audit why
${CALLED.operator} apply FILE --dry-run    prints what that would change, and changes nothing
${CALLED.operatorAlone} apply FILE --json    prints the ids of all that it names

\${NAME} in a value is taken from the environment here. Applied again, a file changes nothing.
A file that cannot be applied is refused with every reason, and nothing is done.`;

const change = z.object({
  kind: z.enum(['add', 'change', 'switch_off']),
  place: z.string(),
  members: z.record(
    z.string(),
    z.object({ before: z.unknown().optional(), after: z.unknown().optional() }),
  ),
}) satisfies z.ZodType<DescribedChange>;
const answered = z.looseObject({ changes: z.array(change) });

export async function apply(args: string[]): Promise<Ending> {
  if (asksForHelp(args)) return done(USAGE);
  const called = readCall(args);
  if (called === undefined) return wrongUsage(USAGE);
  const { file, dryRun, json, why } = called;
  const read = await readDeployment(file);
  if (!read.ok) return failed(read.said);
  const answer = await askService('apply', {
    deployment: read.deployment,
    dry_run: dryRun,
    ...why,
  });
  if (!answer.ok) return failed(answer.said);
  const parsed = answered.safeParse(answer.body);
  if (!parsed.success) {
    return failed('The service answered with no changes. It may be of another version.');
  }
  const { changes, ...ids } = parsed.data;
  if (json) return done(JSON.stringify(dryRun ? { changes } : ids, null, 2));
  return done(`${describeChanges(changes)}${summary(changes.length, dryRun)}`);
}

function readCall(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        json: { type: 'boolean' },
        reason: { type: 'string' },
      },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return undefined;
    const { reason } = values;
    return {
      file,
      dryRun: values['dry-run'] === true,
      json: values.json === true,
      why: reason === undefined ? {} : { reason },
    };
  } catch {
    return undefined;
  }
}

function summary(changes: number, dryRun: boolean): string {
  if (changes === 0) return 'Nothing to change.';
  const counted = changes === 1 ? '1 change' : `${changes} changes`;
  return dryRun ? `\n${counted}. Nothing was done.` : `\n${counted}. Done.`;
}

type ReadDeployment = { ok: true; deployment: unknown } | { ok: false; said: string };

async function readDeployment(file: string): Promise<ReadDeployment> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const said =
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`;
    return { ok: false, said };
  }
  const document = parseDocument(text);
  const wrong = [...document.errors, ...document.warnings];
  if (wrong.length > 0) {
    const said = wrong.map(({ message }) => message.split('\n', 1).join('').replace(/:$/, ''));
    return {
      ok: false,
      said: [`${file} is no YAML:`, ...said.map((one) => `  ${one}`)].join('\n'),
    };
  }
  const { value, missing } = fillIn(document.toJS() ?? {}, process.env);
  if (missing.length === 0) return { ok: true, deployment: value };
  const named = missing.map(({ name, place }) => `  ${name}, which ${place} is`);
  return { ok: false, said: ['The environment does not have:', ...named].join('\n') };
}
