import { z } from 'zod';
import { countMerchants } from '../../merchants/count-merchants.ts';
import type { CellAnswers } from '../../platform/cells/ask-cells.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { invalid, refusal, type Call, type OperatorAnswer } from '../answer.ts';
import type { OperatorCommand, Read } from '../command.ts';
import { NOT_APPLIED } from '../deployment/apply.ts';
import { selectTerminals } from '../deployment/queries.ts';
import { answerWithout, gathered, type AskAll, type Several } from './across.ts';
import { changesOfOwner, ownersElsewhere, ownersOf } from './owned-terminals.ts';
import { shareTerminals } from './share-terminals.ts';
import { merchantsNamed, splitFile, type KnownInCell } from './split-file.ts';

const applied = z.object({
  changes: z.array(z.looseObject({ place: z.string() })),
  terminals: z.record(z.string(), z.unknown()).optional(),
  merchants: z.record(z.string(), z.unknown()).optional(),
});
type Piece = z.output<typeof applied>;

/** A file as `apply` takes it. */
interface Applied extends Readonly<Record<string, unknown>> {
  deployment: Record<string, unknown>;
  dry_run: boolean;
}

const LONG = { takesMinutes: true };

/**
 * Applies a deployment's file in all cells, which all have to be there: of one that is not, nobody knows whom it has. Each cell
 * judges its part before anything is done, and applies it in a transaction of its own: cell 0 first, from which the terminals
 * that all merchants share are then copied, so that the others have them as cell 0 does whoever else applies a file meanwhile.
 * What breaks off in between is done by applying the file again.
 */
export function inPieces(command: OperatorCommand): OperatorCommand {
  const runAcross = async (
    { own: input, common }: Read<Applied>,
    askAll: AskAll,
    call: Call,
    cells: Cells<ServiceContext>,
  ): Promise<OperatorAnswer> => {
    const names = merchantsNamed(input.deployment);
    const asked = await askAll((context) => knownIn(context, names));
    if (asked.missing.length > 0) {
      return refusal(`Nothing was done: cells do not answer (${asked.missing.join(', ')}).`);
    }
    const known = asked.answers.map(({ cell, answer }) => ({ cell, ...answer }));
    const all = new Map(known.flatMap(({ owners }) => [...owners]));
    const inEach = splitFile(input.deployment, known, 'each');
    const elsewhere = known.map(({ cell, owners: own }) =>
      ownersElsewhere({ file: input.deployment, here: inEach.get(cell) }, { all, own }),
    );
    const run = (more: object, context: ServiceContext, cell: number) =>
      command.run({ own: { ...input, ...more }, common }, context, {
        ...call,
        ownersElsewhere: elsewhere[cell],
      });
    const tried = await askAll(
      (context, cell) => run({ dry_run: true, deployment: inEach.get(cell) }, context, cell),
      LONG,
    );
    const wrong = refusedBy(tried, changesOfOwner(input.deployment, all));
    if (wrong !== undefined) return wrong;
    if (input.dry_run) return together(tried);
    const pieces = splitFile(input.deployment, known, 0);
    const first = await run({ deployment: pieces.get(0) }, cells.first, 0);
    if (!first.ok) return first;
    await shareTerminals(cells);
    const done = await askAll(async (context, cell) => {
      if (cell === 0) return first;
      return run({ deployment: pieces.get(cell) }, context, cell);
    }, LONG);
    return together(done);
  };
  return { ...command, runAcross };
}

async function knownIn(
  { db }: ServiceContext,
  names: readonly string[],
): Promise<Omit<KnownInCell, 'cell'>> {
  const merchants = await countMerchants(db);
  const owners = ownersOf(await selectTerminals(db));
  if (names.length === 0) return { merchants, names, owners };
  const found = await db
    .selectFrom('merchants')
    .select('name')
    .where('name', 'in', names)
    .execute();
  return { merchants, names: found.map(({ name }) => name), owners };
}

/** Every reason that any of the cells has. */
function refusedBy(
  { answers }: CellAnswers<OperatorAnswer>,
  ofAll: readonly string[],
): OperatorAnswer | undefined {
  const refusals = answers.flatMap(({ answer }) => (answer.ok ? [] : [answer]));
  const reasons = refusals.flatMap((one) => (one.problem === 'invalid' ? one.problems : []));
  const [first] = refusals;
  if (first !== undefined && first.problem !== 'invalid') return first;
  const every = [...new Set([...ofAll, ...reasons])];
  return every.length === 0 ? undefined : invalid(every, first?.detail ?? NOT_APPLIED);
}

/** Terminals that all merchants share are told of once, as the first cell has them. */
function together(asked: CellAnswers<OperatorAnswer>): OperatorAnswer {
  const done = gathered<{ ok: true; result: unknown }>(asked);
  if (!done.ok) return done;
  const [first, ...others] = done.values;
  const parts: Several<Piece> = [
    applied.parse(first.value.result),
    ...others.map(({ value }) => applied.parse(value.result)),
  ];
  return answerWithout(
    done.missing,
    parts.reduce((one, other) => {
      const told = new Set(one.changes.map(({ place }) => place));
      return {
        changes: [...one.changes, ...other.changes.filter(({ place }) => !told.has(place))],
        ...(one.terminals && { terminals: { ...other.terminals, ...one.terminals } }),
        ...(one.merchants && { merchants: { ...one.merchants, ...other.merchants } }),
      };
    }),
  );
}
