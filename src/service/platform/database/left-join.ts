/** A row of a left join: every column is null if there is no row to join. */
export type Joined<Row> = { [Column in keyof Row]: Row[Column] | null };

export function wasFound<Row extends { id: string }>(row: Joined<Row>): row is Joined<Row> & Row {
  return row.id !== null;
}
