/** A row of a left join: every column is null if there is no row to join. */
export type Joined<Row> = { [Column in keyof Row]: Row[Column] | null };

export function wasFound<Row extends { id: string }>(row: Joined<Row>): row is Joined<Row> & Row {
  return row.id !== null;
}

/** Splits a row of a join into the columns of one table, and the others. */
export function splitRow<Row extends object, Column extends keyof Row & string>(
  row: Row,
  columns: readonly Column[],
): [Pick<Row, Column>, Omit<Row, Column>] {
  const own = Object.fromEntries(columns.map((column) => [column, row[column]]));
  const others = Object.fromEntries(Object.entries(row).filter(([name]) => !(name in own)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not see which names they have
  return [own, others] as [Pick<Row, Column>, Omit<Row, Column>];
}
