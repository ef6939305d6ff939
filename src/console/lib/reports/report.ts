import { Problem, asProblem, problemOf } from '#console/api/problem.ts';
import { saveFile } from '#console/format/file.ts';

export const KINDS = {
  orders: { title: 'Orders', of: 'A row for each order, with how it ended.' },
  settlement: {
    title: 'Settlement',
    of: 'A row for each gate, currency and day: opening balance, changes, closing balance.',
  },
  fees: {
    title: 'Fees',
    of: 'A row for each method and day: amounts and fees.',
  },
} as const;
export type Kind = keyof typeof KINDS;

const NAME = /filename="([^"]+)"/;
/** The last line of a whole report, and the most characters that it has. */
const END = /\n#END,\d+\n$/;
const END_LENGTH = 30;

/**
 * Downloads a report and saves it, if it is whole.
 *
 * @throws Problem, or what `signal` was aborted with
 */
export async function downloadReport(
  kind: Kind,
  options: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const query = new URLSearchParams(Object.entries(options).filter(([, value]) => value !== ''));
  const path = `/api/operator/v1/reports/${kind}?${query.toString()}`;
  const response = await fetch(path, { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : asProblem(error);
  });
  if (!response.ok) throw await problemOf(response);
  const file = await response.blob().catch(() => new Blob());
  signal.throwIfAborted();
  if (!END.test(await file.slice(-END_LENGTH).text())) {
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const detail = 'Nothing was saved. Try again, or choose a shorter period.';
    throw new Problem(0, 'The report broke off', { detail, requestId });
  }
  const name = NAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? `${kind}.csv`;
  saveFile(file, { name, type: 'text/csv' });
}
