import type { ServiceContext } from '../../platform/context.ts';
import { LONGEST_DOWNLOAD_MS, type Download, type OperatorAnswer } from '../answer.ts';
import { withMerchantOrAll } from '../named.ts';
import { toCsv } from './csv.ts';
import type { Period } from './period.ts';
import { feeReport, orderReport, settlementReport } from './rows.ts';

const REPORTS = { orders: orderReport, settlement: settlementReport, fees: feeReport };
export type ReportKind = keyof typeof REPORTS;

type Deps = Pick<ServiceContext, 'db' | 'longRunning' | 'now' | 'background' | 'reportSlots'>;

/**
 * Begins a report: reads its first rows. The rest is read as fast as it is sent, each page by a statement of its own.
 * What happens from now on is not in it.
 *
 * @param merchant its name or id; undefined for all merchants
 * @param limit ends the report early
 */
export async function beginReport(
  deps: Deps,
  kind: ReportKind,
  { merchant, ...period }: Omit<Period, 'merchantId'> & { merchant: string | undefined },
  limit = AbortSignal.timeout(LONGEST_DOWNLOAD_MS),
): Promise<OperatorAnswer<Download>> {
  try {
    return await withMerchantOrAll(deps, merchant, (merchantId) =>
      begin(deps, kind, { ...period, merchantId }, limit),
    );
  } catch (cause) {
    return { ok: false, problem: 'report_failed', cause };
  }
}

async function begin(
  deps: Deps,
  kind: ReportKind,
  period: Period,
  limit: AbortSignal,
): Promise<OperatorAnswer<Download>> {
  const free = deps.reportSlots.take(period.merchantId);
  if (free === undefined) return { ok: false, problem: 'too_many_reports' };
  const signal = AbortSignal.any([limit, deps.background.signal]);
  const next = reader(toCsv(REPORTS[kind](deps, endingAt(deps.now(), period))), signal);
  try {
    const text = continued(await next(), next);
    return { ok: true, result: { fileName: fileName(kind, period), text, signal, free } };
  } catch (error) {
    free();
    throw error;
  }
}

/** Ends a period at this moment, unless it ends before. */
function endingAt(now: Date, period: Period): Period {
  const cutOff = now.getTime() + 1;
  return { ...period, before: new Date(Math.min(cutOff, period.before.getTime())) };
}

type Next = () => Promise<IteratorResult<string, void>>;

/** Returns a function that reads the next piece, and rejects once the signal aborts. */
function reader(pieces: AsyncGenerator<string, void>, signal: AbortSignal): Next {
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => {
      reject(new Error('Its time is over, or the service closes', { cause: signal.reason }));
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  return () => Promise.race([aborted, pieces.next()]);
}

async function* continued(
  first: Awaited<ReturnType<Next>>,
  next: Next,
): AsyncGenerator<string, void> {
  for (let piece = first; piece.done !== true; piece = await next()) yield piece.value;
}

function fileName(kind: ReportKind, { from, before }: Period): string {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return `${kind}-${day(from.getTime())}-${day(before.getTime() - 1)}.csv`;
}
