import type { Db } from '../../platform/database/schema.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { findMerchant } from '../../merchants/queries.ts';
import { doneAnswer, foundOr, refusal } from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { changeMerchant } from '../deployment/change.ts';
import { merchantInFile } from '../deployment/file.ts';
import { lockDeployment } from '../deployment/queries.ts';
import { beginUpserts, upserted, upsertMerchant } from '../deployment/upserts.ts';
import { list, type Page } from '../lists.ts';
import { merchant, withMerchant } from '../named.ts';
import { merchantSettings } from '../snapshots.ts';

const member = merchantInFile.shape;

/** The body limit of `merchants brand`: the largest logo and the other options. */
const LOGO_LIMIT_BYTES = 128 * 1_024;

const text = z.string().nullable();
const merchantAnswer = z.object({
  id: z.uuid(),
  name: z.string(),
  logo_url: text,
  accent: text,
  support_url: text,
  operator_name: text,
  terms_url: text,
  privacy_url: text,
  payin_webhook_url: text,
  payout_webhook_url: text,
  refund_webhook_url: text,
  dispute_webhook_url: text,
  webhook_payload: z.string(),
});

/** Commands for merchants and their branding. */
export const MERCHANT_COMMANDS = {
  'merchants list': list({
    summary: 'List merchants by name.',
    roles: STAFF_ROLES,
    input: {},
    item: z.object({ id: z.uuid(), name: z.string(), created_at: z.iso.datetime() }),
    key: z.uuid(),
    select: (_input, context, page) => listMerchants(context.db, page),
    keyOf: ({ id }) => id,
  }),
  'merchants show': query({
    summary: 'Show a merchant with its branding and webhooks.',
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: { merchant },
    answer: merchantAnswer,
    run: async ({ merchant: reference }, context) =>
      withMerchant(context, reference, async (id) => {
        const settings = await merchantSettings(context.db, id);
        return foundOr(settings && { id, ...settings });
      }),
  }),
  'merchants create': change({
    summary: 'Create a merchant without gates and methods.',
    roles: ['admin'],
    input: { name: member.name },
    answer: z.object({ id: z.uuid() }),
    run: async ({ name }, context) => {
      await lockDeployment(context.db);
      if ((await findMerchant(context.db, name)) !== undefined) {
        return refusal(`A merchant ${name} already exists.`);
      }
      const upserting = beginUpserts(context);
      const id = await upsertMerchant(upserting, { name }, undefined);
      return upserted(upserting, `merchant ${name}`, { id });
    },
  }),
  'merchants brand': change({
    summary:
      "Change a merchant's branding on the payment page; options left out keep their values.",
    roles: ['admin'],
    bodyLimitBytes: LOGO_LIMIT_BYTES,
    input: {
      merchant,
      name: member.name.optional(),
      logo: member.logo_url,
      accent: member.accent,
      support: member.support_url,
      operator: member.operator_name,
      terms: member.terms_url,
      privacy: member.privacy_url,
    },
    answer: doneAnswer,
    run: async (
      { merchant: reference, logo, support, operator, terms, privacy, ...named },
      context,
    ) =>
      changeMerchant(context, reference, {
        ...named,
        logo_url: logo,
        support_url: support,
        operator_name: operator,
        terms_url: terms,
        privacy_url: privacy,
      }),
  }),
} satisfies OperatorCommands;

/** Lists merchants by name. */
function listMerchants(db: Db, { after, limit }: Page) {
  const query = db
    .selectFrom('merchants')
    .select(['id', 'name', 'created_at'])
    .orderBy('name')
    .orderBy('id')
    .limit(limit);
  if (after === undefined) return query.execute();
  const last = sql`(select last.name, last.id from merchants as last where last.id = ${after})`;
  return query.where(sql<boolean>`(name, id) > ${last}`).execute();
}
