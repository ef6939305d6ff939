import type { ServiceContext } from '../../platform/context.ts';
import type { MerchantScope } from '../merchant-scope.ts';
import {
  selectGivenUp,
  selectLastLedgerCheck,
  selectOverdueWork,
  selectUnknownAttempts,
} from './condition-queries.ts';

/** Something that is wrong now. It leaves the list by itself once it is right. */
export interface Condition {
  kind:
    | 'attempt_unknown'
    | 'delivery_given_up'
    | 'circuit_open'
    | 'ledger_finding'
    | 'recurring_work_late'
    | 'cell_unavailable';
  /** What it is about: an order, a host, a terminal, a rule of the ledger, a sweep. */
  subject: string;
  detail: string;
  since: Date;
}

type Deps = Pick<ServiceContext, 'db' | 'now' | 'terminals'>;

const MINUTE_MS = 60_000;
/** By then a provider was asked five times, and the schedule has come to its last step. */
const UNKNOWN_AFTER_MS = 60 * MINUTE_MS;
/** Many times the interval of any sweep. */
const LATE_AFTER_MS = 5 * MINUTE_MS;
const GIVEN_UP_WITHIN_MS = 30 * 24 * 60 * MINUTE_MS;
/** Of each kind, the oldest. */
const MOST = 100;

/**
 * What is wrong now and was put on nobody's list: read from the data, so it is the same whichever
 * process is asked. Circuits alone are each process's own. A merchant is told of its own orders and
 * webhooks.
 */
export async function listConditions(deps: Deps, scope?: MerchantScope): Promise<Condition[]> {
  const merchantId = scope?.merchantId;
  const own = [await unknownAttempts(deps, merchantId), await givenUp(deps, merchantId)];
  const ours =
    scope === undefined
      ? [await openCircuits(deps), await ledgerFindings(deps), await lateWork(deps)]
      : [];
  return [...own, ...ours].flat().toSorted((a, b) => a.since.getTime() - b.since.getTime());
}

function ago({ now }: Pick<Deps, 'now'>, ms: number): Date {
  return new Date(now().getTime() - ms);
}

async function unknownAttempts(deps: Deps, merchantId: string | undefined): Promise<Condition[]> {
  const before = ago(deps, UNKNOWN_AFTER_MS);
  const attempts = await selectUnknownAttempts(deps.db, { before, merchantId, most: MOST });
  return attempts.map(({ order_id: subject, terminal, unanswered, since }) => ({
    kind: 'attempt_unknown',
    ...{ subject, since },
    detail: `${terminal ?? 'Its acquirer'} has not said how an attempt ended; ${unanswered} questions in a row got no answer.`,
  }));
}

async function givenUp(deps: Deps, merchantId: string | undefined): Promise<Condition[]> {
  const after = ago(deps, GIVEN_UP_WITHIN_MS);
  const hosts = await selectGivenUp(deps.db, { after, merchantId, most: MOST });
  return hosts.map(({ merchant, host, events, since }) => ({
    kind: 'delivery_given_up',
    subject: host ?? merchant,
    detail: `${events} webhooks of ${merchant} to ${host ?? 'no host'} were given up: webhooks resend-failed sends them again.`,
    since,
  }));
}

async function openCircuits({ db, terminals }: Deps): Promise<Condition[]> {
  const open = terminals.circuits().filter(({ state }) => state === 'open');
  if (open.length === 0) return [];
  const named = await db
    .selectFrom('terminals')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      open.map(({ terminalId }) => terminalId),
    )
    .execute();
  return open.map(({ terminalId, openSinceMs }) => ({
    kind: 'circuit_open',
    subject: named.find(({ id }) => id === terminalId)?.name ?? terminalId,
    detail: 'Its calls fail: payments go to other routes, and one call is let through every 10 s.',
    since: new Date(openSinceMs ?? 0),
  }));
}

async function ledgerFindings({ db }: Deps): Promise<Condition[]> {
  const check = await selectLastLedgerCheck(db);
  return (check?.findings ?? []).slice(0, MOST).map(({ rule, subject, expected, found }) => ({
    kind: 'ledger_finding',
    subject: rule,
    detail: `${subject}: ${expected} expected, ${found} found, by the last ledger check.`,
    since: check?.at ?? new Date(0),
  }));
}

async function lateWork(deps: Deps): Promise<Condition[]> {
  const overdue = await selectOverdueWork(deps.db, ago(deps, LATE_AFTER_MS));
  return overdue.map(({ work, since }) => ({
    kind: 'recurring_work_late',
    subject: work,
    detail: 'What was due then is not done yet.',
    since,
  }));
}
