import { checkForeignJson } from '#contract/json/json.ts';
import type { Hono } from 'hono';
import { UUID } from '#contract/patterns.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { SkippedNotification } from '../../platform/metrics/metrics.ts';
import { raiseUnknownNotice, takeNotice } from '../../orders/notice.ts';
import { raiseUnknownDispute, takeDisputeNotice } from '../../disputes/take.ts';
import { takeNotification } from '../../operator/retake.ts';
import { createNotifiedRecorder } from '../../merchants/notified.ts';
import { sendProblem, sendReply, type Environment } from '../request-context.ts';
import type { PipelineDeps } from '../pipeline.ts';
import { refuse, type Refusal } from '../problems.ts';
import { CLOSE_CONNECTION, readBody } from '../read-request.ts';
import { unavailable } from '../unexpected.ts';

/** The body limit. A batch of an acquirer's notifications comes nowhere near it. */
const LIMIT_BYTES = 256 * 1024;
const TOO_LARGE = `The body is larger than ${String(LIMIT_BYTES)} bytes.`;

/**
 * Adds the route to which acquirers send a terminal's notifications. Each acquirer signs them in its own way, with
 * the terminal's own secrets. An answer of 200 says that all of them were handled and need not be sent again.
 */
export function addNotifications(
  app: Hono<Environment>,
  context: ServiceContext,
  deps: PipelineDeps,
): void {
  const recordNotified = createNotifiedRecorder(context);
  app.post('/api/v1/notifications/:terminal', async (c) => {
    const refusal = await receiveNotification(
      context,
      c.req.param('terminal'),
      c.req.raw,
      recordNotified,
    );
    return refusal ? sendProblem(deps, c, refusal) : sendReply(c, { status: 200, headers: {} });
  });
}

async function receiveNotification(
  context: ServiceContext,
  terminalId: string,
  request: Request,
  recordNotified: (terminalId: string) => Promise<void>,
): Promise<Refusal | undefined> {
  const { terminals } = context;
  const terminal = UUID.test(terminalId) ? await terminals.find(terminalId) : undefined;
  if (terminal === undefined) return refuse('no_such_path');
  const { readNotification } = await terminals.open(terminal);
  if (readNotification === undefined) return refuse('no_such_path');
  const body = await readBody(request, LIMIT_BYTES);
  if (body === 'too_large') return refuse('too_large', { detail: TOO_LARGE }, CLOSE_CONNECTION);
  if (body === 'broken_off')
    return refuse('invalid', { detail: 'The body ended early: send it again.' });
  // Before the adapter: most have to parse the body to find its signature.
  const fault = checkForeignJson(body);
  if (fault !== undefined) return refuse('invalid', { detail: fault });
  const reading = await readNotification(request.headers, body);
  if (!reading.ok && reading.problem === 'forged') return FORGED;
  if (!reading.ok) {
    // Sent again, it would be the same.
    recordSkipped(context, terminalId, { why: 'unreadable', event: reading.event });
    return undefined;
  }
  if (reading.notifications.length > 0) await recordNotified(terminalId);
  for (const item of reading.skipped ?? []) recordSkipped(context, terminalId, item);
  const taken = await Promise.all(
    reading.notifications.map(async (notification) => {
      if (notification.kind === 'notice') {
        return takeOrReportNotice(context, terminalId, notification);
      }
      if (notification.kind === 'dispute') {
        return takeOrReportDispute(context, terminalId, notification);
      }
      if (UUID.test(notification.attemptId)) {
        return takeNotification(context, terminalId, notification);
      }
      const event = notification.reported?.event;
      recordSkipped(context, terminalId, { why: 'other_account', event });
      return true;
    }),
  );
  return taken.every(Boolean) ? undefined : unavailable('busy');
}

/** Logs and counts what an acquirer sent that is not ours or cannot be read. */
function recordSkipped(
  { log, metrics }: Pick<ServiceContext, 'log' | 'metrics'>,
  terminalId: string,
  { why, event }: Pick<SkippedNotification, 'why'> & { event: string | undefined },
): void {
  log.warn({ terminalId, event, why }, 'A part of a notification was skipped');
  metrics.notificationSkipped({ terminalId, why });
}

type Notice = Parameters<typeof takeNotice>[2];
type DisputeNotice = Parameters<typeof takeDisputeNotice>[2];

/** Takes a notice. */
async function takeOrReportNotice(
  context: ServiceContext,
  terminalId: string,
  notice: Notice,
): Promise<boolean> {
  if (mayBeOurs(notice) && (await takeNotice(context, terminalId, notice))) return true;
  if (isNamedByUs(notice)) await raiseUnknownNotice(context, terminalId, notice);
  else skipUnknown(context, terminalId, notice);
  return true;
}

/**
 * Takes a notice of a dispute.
 *
 * @returns false if the acquirer must send the notice again
 */
async function takeOrReportDispute(
  context: ServiceContext,
  terminalId: string,
  notice: DisputeNotice,
): Promise<boolean> {
  const taken = mayBeOurs(notice)
    ? await takeDisputeNotice(context, terminalId, notice)
    : 'not_ours';
  if (taken !== 'not_ours') return taken === 'taken';
  if (isNamedByUs(notice)) await raiseUnknownDispute(context, terminalId, notice);
  else skipUnknown(context, terminalId, notice);
  return true;
}

/** Logs and counts a notice about a payment that another system may have made through the same account. */
function skipUnknown(
  { log, metrics }: ServiceContext,
  terminalId: string,
  { event, id: noticeId }: Pick<Notice, 'event' | 'id'>,
): void {
  log.warn({ terminalId, event, noticeId }, 'A notification about an unknown payment');
  metrics.notificationSkipped({ terminalId, why: 'unknown_payment' });
}

/** Returns whether a notice names its payment by a reference in the form of ours. */
function isNamedByUs({ about }: Pick<Notice, 'about'>): boolean {
  return about !== undefined && 'attemptId' in about && UUID.test(about.attemptId);
}

/** Returns whether a notice names a payment: by an attempt's id or by the acquirer's reference. */
function mayBeOurs(notice: Pick<Notice, 'about'>): boolean {
  const { about } = notice;
  return (about !== undefined && 'reference' in about) || isNamedByUs(notice);
}

const FORGED = refuse('unauthorized', {
  detail: "The notification is not signed with the terminal's own secret.",
});
