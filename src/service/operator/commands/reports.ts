import { z } from 'zod';
import { REPORT_KINDS } from '../../platform/database/tables/reports.ts';
import { foundOr, invalid, refusal } from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { list } from '../lists.ts';
import { merchant, withMerchant } from '../named.ts';
import { MOST_UNDER_WAY, createReport, listReports, showReport } from '../reports/reports.ts';
import { periodOf, wrongPeriod } from '../reports/period.ts';

const day = z.iso.date({ error: 'must be a day like 2026-03-01' }).describe('In UTC.');

const reportItem = z.object({
  id: z.uuid(),
  kind: z.enum(REPORT_KINDS),
  merchant: z.string().nullable(),
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  first_day: z.string(),
  last_day: z.string(),
  failure: z.string().nullable(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  rows: z.int().nullable(),
  resolution_code: z.literal('REPORT_GENERATION_FAILED').nullable(),
});

const TOO_MANY = `At most ${MOST_UNDER_WAY} reports are created at a time: wait until one is ready.`;

/** Commands for reports on orders, settlements and fees, which are created in the background and kept for a week. */
export const REPORT_COMMANDS = {
  'reports create': change({
    summary: 'Request a report on whole days (UTC), for one merchant or all.',
    roles: ['finance', 'admin'],
    owner: 'merchant',
    input: { kind: z.enum(REPORT_KINDS), from: day, to: day, merchant: merchant.optional() },
    answer: z.object({ report: z.uuid() }),
    run: async ({ kind, from, to, merchant: reference }, context) => {
      const wrong = wrongPeriod(periodOf(from, to));
      if (wrong !== undefined) return invalid([wrong]);
      const create = async (merchantId: string | null) => {
        const wanted = { kind, merchant_id: merchantId, first_day: from, last_day: to };
        const report = await createReport(context, wanted);
        if (report === undefined) return refusal(TOO_MANY);
        const changed = { subject: `report ${report}`, after: wanted };
        return { ok: true as const, result: { report }, changed };
      };
      return reference === undefined ? create(null) : withMerchant(context, reference, create);
    },
  }),
  'reports list': list({
    summary: 'List the reports of the last week, newest first, for one merchant or all.',
    roles: ['finance', 'admin'],
    owner: 'merchant',
    input: { merchant: merchant.optional() },
    item: reportItem,
    key: z.uuid(),
    async select({ merchant: reference }, context, page) {
      const list = (merchantId: string | undefined) =>
        listReports(context, { merchantId, ...page });
      return reference === undefined ? list(undefined) : withMerchant(context, reference, list);
    },
    keyOf: ({ id }) => id,
  }),
  'reports show': query({
    summary: 'Show the state of a report and, if it failed, why.',
    roles: ['finance', 'admin'],
    owner: 'report',
    input: { report: z.uuid() },
    answer: reportItem,
    run: async ({ report }, context) => foundOr(await showReport(context, report)),
  }),
} satisfies OperatorCommands;
