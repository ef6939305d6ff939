/** One change of a total. It happens at one moment between its begin and its end. */
export interface Change {
  beganMs: number;
  /** Infinity if it happens at any later moment, or never. */
  endedMs: number;
  amount: number;
}

/** A read of the total, which shows it as it was at one moment between its begin and its end. */
export interface TotalRead {
  beganMs: number;
  endedMs: number;
  total: number;
  /** The read in words, for a finding. */
  text: string;
}

/** A possible past. */
interface Past {
  total: number;
  /** The changes and reads under way that have happened. */
  happened: ReadonlySet<Change | TotalRead>;
}

/**
 * The possible pasts at one moment, and what is tried for one read to find the changes before it. More mean that the
 * history has too much at once to be judged: which of some amounts add up to a total can take for ever to find out.
 */
const MOST_PASTS = 100_000;
const MOST_TRIED = 1_000_000;
const TOO_MUCH = 'Too much happens at once to be judged';
const STATES_SHOWN = 3;

/**
 * Looks for an order of changes and reads in which each read shows the sum of the changes before it. Goes through their
 * ends in time and keeps every past that is possible until then. A change is left until it ends or a read needs it.
 *
 * @returns a sentence about the first read that nothing explains, if there is one
 * @throws if there are too many possible pasts
 */
export function checkTotal(
  opening: number,
  changes: readonly Change[],
  reads: readonly TotalRead[],
): string[] {
  const effective = changes.filter(({ amount }) => amount !== 0);
  const moments = [...effective, ...reads].flatMap((event) => [
    { atMs: event.beganMs, isEnd: false, event },
    ...(event.endedMs === Infinity ? [] : [{ atMs: event.endedMs, isEnd: true, event }]),
  ]);
  // What ends and begins at one time may have happened in either order.
  moments.sort((a, b) => a.atMs - b.atMs || Number(a.isEnd) - Number(b.isEnd));
  const underWay = new Set<Change | TotalRead>();
  let pasts: Past[] = [{ total: opening, happened: new Set() }];
  for (const { isEnd, event } of moments) {
    if (!isEnd) {
      underWay.add(event);
      continue;
    }
    const before = pasts;
    pasts = withReads(pasts, [...underWay]).flatMap((past) => endIn(past, event));
    underWay.delete(event);
    if ('text' in event && pasts.length === 0) {
      const totals = [...new Set(before.map(({ total }) => total))].slice(0, STATES_SHOWN);
      return [`Nothing explains: ${event.text} (after ${totals.join(' or ')})`];
    }
  }
  return [];
}

/** Returns a past after the end of a change or read, which is forgotten; nothing if the read has shown another total. */
function endIn({ total, happened }: Past, event: Change | TotalRead): Past[] {
  if (happened.has(event)) return [{ total, happened: happened.difference(new Set([event])) }];
  return 'text' in event ? [] : [{ total: total + event.amount, happened }];
}

/** Returns the pasts, and all that follow from them if changes happen that reads under way need. */
function withReads(pasts: readonly Past[], underWay: readonly (Change | TotalRead)[]): Past[] {
  const numbers = new Map(underWay.map((event, number) => [event, number]));
  const known = new Map<string, Past>();
  const todo = [...pasts];
  for (const past of todo) {
    const key = [...past.happened]
      .map((event) => numbers.get(event))
      .toSorted()
      .join(' ');
    if (known.has(key)) continue;
    known.set(key, past);
    for (const next of withOneRead(past, underWay)) {
      todo.push(next);
      if (todo.length > MOST_PASTS) throw new Error(TOO_MUCH);
    }
  }
  return [...known.values()];
}

function* withOneRead(
  { total, happened }: Past,
  underWay: readonly (Change | TotalRead)[],
): Generator<Past> {
  const left = underWay.filter((event) => !happened.has(event));
  const groups = groupByAmount(left.filter((event) => 'amount' in event));
  for (const read of left.filter((event) => 'text' in event)) {
    for (const chosen of choose(groups, read.total - total)) {
      yield { total: read.total, happened: new Set([...happened, ...chosen, read]) };
    }
  }
}

interface Group {
  amount: number;
  changes: readonly Change[];
}

/** Of equal changes, the one that ends first can always be the first to happen. */
function groupByAmount(changes: readonly Change[]): Group[] {
  const sorted = changes.toSorted((a, b) => (a.endedMs < b.endedMs ? -1 : 1));
  const groups = [...Map.groupBy(sorted, ({ amount }) => amount)];
  return groups.map(([amount, equal]) => ({ amount, changes: equal }));
}

/**
 * Lists the choices of changes that add up to a sum. Needs none with more changes than another one has: those can
 * happen later.
 *
 * @param search the sums that no choice adds up to, each with the number of groups to choose from, and how much was tried
 */
function* choose(
  groups: readonly Group[],
  sum: number,
  search = { impossible: new Set<string>(), tried: 0 },
): Generator<Change[]> {
  if (sum === 0) {
    yield [];
    return;
  }
  const [group, ...others] = groups;
  const key = `${groups.length} ${sum}`;
  if (group === undefined || search.impossible.has(key) || isOutOfReach(groups, sum)) return;
  search.tried += 1;
  if (search.tried > MOST_TRIED) throw new Error(TOO_MUCH);
  let isPossible = false;
  for (let count = 0; count <= group.changes.length; count += 1) {
    for (const more of choose(others, sum - count * group.amount, search)) {
      isPossible = true;
      yield [...group.changes.slice(0, count), ...more];
    }
  }
  if (!isPossible) search.impossible.add(key);
}

function isOutOfReach(groups: readonly Group[], sum: number): boolean {
  const most = (sign: 1 | -1) =>
    groups.reduce(
      (all, { amount, changes }) => all + Math.max(0, sign * amount) * changes.length,
      0,
    );
  return sum > most(1) || sum < -most(-1);
}
