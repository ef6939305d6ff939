/** What a left join gives: every column is null where there is no row. */
export type Joined<Row> = { [Column in keyof Row]: Row[Column] | null };

export function wasFound<Row extends { id: string }>(row: Joined<Row>): row is Joined<Row> & Row {
  return row.id !== null;
}
