import type { Readable } from 'node:stream';
import { UUID } from '#contract/patterns.ts';
import { openReport } from '../../operator/reports/reports.ts';
import type { MerchantScope } from '../../operator/merchant-scope.ts';
import { refuseOperator } from '../operator/problems.ts';
import type { RequestContext } from '../request-context.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';

/** A report's CSV, read from the database as it is sent. */
export async function answerReportFile(
  c: RequestContext,
  cells: Cells<ServiceContext>,
  id: string,
  scope?: MerchantScope,
): Promise<Response> {
  const context = UUID.test(id) ? cells.of(id) : undefined;
  const opened = context
    ? await openReport(context, id, scope)
    : ({ ok: false, problem: 'not_found' } as const);
  if (!opened.ok) {
    const { problem, ...details } =
      opened.problem === 'refused' ? opened : { ...opened, detail: GONE };
    return refuseOperator(c, problem, details);
  }
  return new Response(streamOf(opened.file), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${opened.name}"`,
      'cache-control': 'no-store',
    },
  });
}

const GONE = 'There is no such report, or not any more.';

/** As fast as it is read, and no longer than somebody reads it. */
function streamOf(file: Readable): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = file[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done === true) controller.close();
      else controller.enqueue(piece.value);
    },
    cancel() {
      file.destroy();
    },
  });
}
