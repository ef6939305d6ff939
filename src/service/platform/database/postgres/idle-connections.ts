/**
 * Connections that nobody uses, of a pool that several schemas share. A schema has one back that it was the last to use, or
 * else one that it has used: there its statements are prepared, which takes longer than most of them.
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
  const usedIn = new WeakMap<Connection, Set<string | undefined>>();

  const takeAt = (index: number) =>
    index === -1 ? undefined : idle.splice(index, 1)[0]?.connection;

  return {
    keep(connection, schema) {
      const schemas = usedIn.get(connection) ?? new Set();
      usedIn.set(connection, schemas.add(schema));
      idle.push({ connection, schema, sinceMs: nowMs() });
    },
    take(schema, mayConnect) {
      return (
        takeAt(idle.findLastIndex((one) => one.schema === schema)) ??
        takeAt(idle.findIndex(({ connection }) => usedIn.get(connection)?.has(schema) === true)) ??
        (mayConnect ? undefined : idle.shift()?.connection)
      );
    },
    takeIdleSince(beforeMs) {
      const first = idle.findIndex(({ sinceMs }) => sinceMs >= beforeMs);
      return idle.splice(0, first === -1 ? idle.length : first).map(({ connection }) => connection);
    },
    size: () => idle.length,
  };
}
