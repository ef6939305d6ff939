import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { operatorKeyOf, type Reached } from './operate.ts';

const rows = z.array(z.record(z.string(), z.string()));
const END = /\n#END,(\d+)\n$/;

/** Asks for a report, with the operator's key unless other headers are given. */
export async function askReport(
  { operatorUrl, dataDirectory }: Reached,
  kind: string,
  query: Readonly<Record<string, string>>,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${await operatorKeyOf(dataDirectory)}` };
  const path = `/api/operator/v1/reports/${kind}?${new URLSearchParams(query).toString()}`;
  return fetch(operatorUrl + path, { headers, ...init });
}

/** Downloads a report, which must be whole, and returns its rows. */
export async function readReport(
  reached: Reached,
  kind: string,
  query: Readonly<Record<string, string>>,
): Promise<Record<string, string>[]> {
  const text = await (await askReport(reached, kind, query)).text();
  const [end = '', count] = END.exec(text) ?? [];
  if (count === undefined) throw new Error(`The report is not whole: ${text.slice(-300)}`);
  const records = rows.parse(parse(text.slice(0, 1 - end.length), { columns: true }));
  if (records.length !== Number(count))
    throw new Error(`It has ${records.length} rows, not ${count}`);
  return records;
}
