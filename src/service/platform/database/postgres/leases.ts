import { CONNECTION_TIMED_OUT, TooManyWaiting } from '../unavailable.ts';

/**
 * Who may have a connection of a pool, of which so many are leased at once, each for one schema. One that is given back
 * goes to whoever waits for the schema that it was in, unless whoever waits longest was passed over too often: a
 * connection that stays in its schema needs no statement to get there.
 */
export interface Leases<Connection> {
  /**
   * @returns a connection that was just given back; undefined where one is to be taken from the pool
   * @throws Error where none is given back in time, TooManyWaiting at once where too many wait
   */
  begin(schema: string | undefined): Promise<Connection | undefined>;
  /**
   * @param connection undefined where it is of no use any more
   * @returns whether somebody waited for it, and has it now
   */
  end(schema: string | undefined, connection: Connection | undefined): boolean;
  /** How many wait. */
  waiting(): number;
}

export interface LeaseLimits {
  /** Connections. */
  most: number;
  /** How long one is waited for. */
  timeoutMs: number;
  /** Undefined where one schema may have, and wait for, all of them. */
  shares?: Shares | undefined;
}

/** So that one schema whose statements take long leaves the others something. */
export interface Shares {
  /** Connections that one schema has at once. */
  ofOne: number;
  /** Who waits for connections of one schema, and of all. */
  waitingOfOne: number;
  waiting: number;
}

/** Nobody is passed over by more who came later, for each connection. */
const PASSED_OVER = 2;

interface Waiter<Connection> {
  schema: string | undefined;
  passedOver: number;
  take(connection: Connection | undefined): void;
}

export function createLeases<Connection>({
  most,
  timeoutMs,
  shares,
}: LeaseLimits): Leases<Connection> {
  const waiters: Waiter<Connection>[] = [];
  const { count, hasRoom } = createCounts(most, shares?.ofOne ?? most);

  function wait(schema: string | undefined): Promise<Connection | undefined> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.splice(waiters.indexOf(waiter), 1);
        reject(new Error(CONNECTION_TIMED_OUT));
      }, timeoutMs);
      const waiter: Waiter<Connection> = {
        ...{ schema, passedOver: 0 },
        take(connection) {
          clearTimeout(timer);
          resolve(connection);
        },
      };
      waiters.push(waiter);
    });
  }

  /** Takes the next who may have one out of those who wait. */
  function next(schema: string | undefined): Waiter<Connection> | undefined {
    const first = waiters.findIndex((waiter) => hasRoom(waiter.schema));
    const longest = waiters[first];
    if (longest === undefined) return undefined;
    const same =
      longest.schema !== schema && longest.passedOver < PASSED_OVER * most && hasRoom(schema)
        ? waiters.findIndex((waiter) => waiter.schema === schema)
        : -1;
    if (same !== -1) longest.passedOver += 1;
    return waiters.splice(same === -1 ? first : same, 1)[0];
  }

  return {
    async begin(schema) {
      if (!hasRoom(schema)) {
        if (shares && tooManyWait(schema, waiters, shares)) throw new TooManyWaiting();
        // Counted by whoever hands it over.
        return wait(schema);
      }
      count(schema, 1);
      return undefined;
    },
    end(schema, connection) {
      count(schema, -1);
      const waiter = next(schema);
      if (waiter === undefined) return false;
      count(waiter.schema, 1);
      waiter.take(connection);
      return true;
    },
    waiting: () => waiters.length,
  };
}

function tooManyWait(
  schema: string | undefined,
  waiters: readonly Waiter<never>[],
  { waiting, waitingOfOne }: Shares,
): boolean {
  const ofOne = waiters.filter((waiter) => waiter.schema === schema).length;
  return waiters.length >= waiting || ofOne >= waitingOfOne;
}

/** How many are leased, in all and of each schema. */
function createCounts(most: number, mostOfOne: number) {
  const leasedIn = new Map<string | undefined, number>();
  let leased = 0;
  return {
    count: (schema: string | undefined, by: 1 | -1) => {
      leased += by;
      const left = (leasedIn.get(schema) ?? 0) + by;
      if (left === 0) leasedIn.delete(schema);
      else leasedIn.set(schema, left);
    },
    hasRoom: (schema: string | undefined) =>
      leased < most && (leasedIn.get(schema) ?? 0) < mostOfOne,
  };
}
