/**
 * Connections that nobody uses, of a pool that several schemas share. Where they are many, a schema has one back that it was the last to use, or
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
  /** The last that was kept, whoever used it. */
  takeLast(): Connection | undefined;
  /** Takes those out that have been idle since before then. */
  takeIdleSince(beforeMs: number): Connection[];
  size(): number;
}

interface Idle<Connection> {
  connection: Connection;
  schema: string | undefined;
  uses: Uses;
  sinceMs: number;
}

/** How often a connection was used, and for which schemas. */
interface Uses {
  all: number;
  of: Map<string | undefined, number>;
}

export function createIdleConnections<Connection extends object>(
  nowMs = () => performance.now(),
): IdleConnections<Connection> {
  /** The longest idle first. */
  const idle: Idle<Connection>[] = [];
  const usesOf = new WeakMap<Connection, Uses>();

  const takeAt = (index: number) =>
    index === -1 ? undefined : idle.splice(index, 1)[0]?.connection;

  return {
    keep(connection, schema) {
      const uses: Uses = usesOf.get(connection) ?? { all: 0, of: new Map() };
      usesOf.set(connection, uses);
      uses.all += 1;
      uses.of.set(schema, (uses.of.get(schema) ?? 0) + 1);
      idle.push({ connection, schema, uses, sinceMs: nowMs() });
    },
    take: (schema, mayConnect) =>
      takeAt(preferred(idle, schema)) ?? (mayConnect ? undefined : idle.shift()?.connection),
    takeLast: () => idle.pop()?.connection,
    takeIdleSince(beforeMs) {
      const first = idle.findIndex(({ sinceMs }) => sinceMs >= beforeMs);
      return idle.splice(0, first === -1 ? idle.length : first).map(({ connection }) => connection);
    },
    size: () => idle.length,
  };
}

/** Where the last of those is that a schema rather has than others; -1 where it has used none. */
function preferred(idle: readonly Idle<object>[], schema: string | undefined): number {
  // Most statements follow another one of their schema: those that are in it are told without looking at uses.
  const inSchema = mostUsed(idle, schema, (connection) => connection.schema === schema);
  return inSchema === -1 ? mostUsed(idle, schema, () => true) : inSchema;
}

function mostUsed(
  idle: readonly Idle<object>[],
  schema: string | undefined,
  mayBe: (connection: Idle<object>) => boolean,
): number {
  let most = 0;
  let found = -1;
  for (const [index, connection] of idle.entries()) {
    if (!mayBe(connection)) continue;
    const { of, all } = connection.uses;
    const used = of.get(schema) ?? 0;
    if (used === 0 || used / all < most) continue;
    most = used / all;
    found = index;
  }
  return found;
}
