/**
 * Connections that nobody uses, of a pool that several schemas share. A schema has one back that it was the last to use, or
 * else that which it used most of, compared with others: there its statements are prepared, and what the server
 * knows of its tables is at hand. So each connection comes to serve a few schemas rather than all.
 */
export interface IdleConnections<Connection> {
  /** @param schema the last that it was used for */
  keep(connection: Connection, schema: string | undefined): void;
  /**
   * @param mayConnect whether there may be one more: it is preferred to one that this schema has never used
   * @returns undefined where there is none, or rather a new one
   */
  take(schema: string | undefined, mayConnect: boolean): Connection | undefined;
  /** Takes those out that have been idle since before then. */
  takeIdleSince(beforeMs: number): Connection[];
  size(): number;
}

interface Idle<Connection> {
  connection: Connection;
  schema: string | undefined;
  sinceMs: number;
}

export function createIdleConnections<Connection extends object>(
  nowMs = () => performance.now(),
): IdleConnections<Connection> {
  /** The longest idle first. */
  const idle: Idle<Connection>[] = [];
  const uses = createUses<Connection>();

  const takeAt = (index: number) =>
    index === -1 ? undefined : idle.splice(index, 1)[0]?.connection;

  return {
    keep(connection, schema) {
      uses.count(connection, schema);
      idle.push({ connection, schema, sinceMs: nowMs() });
    },
    take(schema, mayConnect) {
      // No share is over one: whichever is in the schema comes first.
      const preference = (one: Idle<Connection>) =>
        uses.share(one.connection, schema) + Number(one.schema === schema);
      return (
        takeAt(indexOfMost(idle, preference)) ?? (mayConnect ? undefined : idle.shift()?.connection)
      );
    },
    takeIdleSince(beforeMs) {
      const first = idle.findIndex(({ sinceMs }) => sinceMs >= beforeMs);
      return idle.splice(0, first === -1 ? idle.length : first).map(({ connection }) => connection);
    },
    size: () => idle.length,
  };
}

/** How often a connection was used, and for which schemas. */
interface Uses {
  all: number;
  of: Map<string | undefined, number>;
}

function createUses<Connection extends object>() {
  const uses = new WeakMap<Connection, Uses>();
  return {
    count(connection: Connection, schema: string | undefined): void {
      const known: Uses = uses.get(connection) ?? { all: 0, of: new Map() };
      uses.set(connection, known);
      known.all += 1;
      known.of.set(schema, (known.of.get(schema) ?? 0) + 1);
    },
    share(connection: Connection, schema: string | undefined): number {
      const known = uses.get(connection);
      return known === undefined ? 0 : (known.of.get(schema) ?? 0) / known.all;
    },
  };
}

/** The last of those that are equal; -1 where none is over zero. */
function indexOfMost<T>(values: readonly T[], measure: (value: T) => number): number {
  let most = 0;
  let found = -1;
  for (const [index, value] of values.entries()) {
    const measured = measure(value);
    if (measured === 0 || measured < most) continue;
    most = measured;
    found = index;
  }
  return found;
}
