import { COLOUR, OWN_IMAGE } from '#contract/patterns.ts';
import { isFinal } from '#domain/order/status.ts';
import { z } from 'zod';
import type { ServiceContext } from '../platform/context.ts';
import { brandMerchant } from '../merchants/brand-merchant.ts';
import { issueKey } from '../merchants/issue-key.ts';
import { isMerchant } from '../merchants/queries.ts';
import { revokeKey, rotateKey } from '../merchants/rotate-key.ts';
import { cancelPayin, type CancelPayinResult } from '../payins/cancel-payin.ts';
import { attentionCommands } from './attention-commands.ts';
import {
  command,
  foundOr,
  refusal,
  type OperatorAnswer,
  type OperatorCommands,
} from './command.ts';
import { hoursMs, overlapHours } from './input.ts';
import { moneyCommands } from './money-commands.ts';
import { webhookCommands } from './webhook-commands.ts';

const LOGO = "must be a data:image address or a path of the page's own";
const takenAway = z.literal('none').transform(() => null);
const webAddress = takenAway.or(z.url({ protocol: /^https?$/ })).optional();

const kind = z.enum(['live', 'test']).default('live');

/** All that an operator can ask of the running service; `npm run operator` lists it. */
export function operatorCommands(context: ServiceContext): OperatorCommands {
  return {
    'issue-key': command(
      "Issue a merchant's API key; its secret is shown this once.",
      { merchant: z.uuid(), kind },
      async ({ merchant, kind: keyKind }) =>
        foundOr(
          (await isMerchant(context.db, merchant)) &&
            (await issueKey(context, { scope: 'merchant', merchantId: merchant }, keyKind)),
        ),
    ),
    'issue-page-key': command(
      'Issue a key of scope page, for a payment page that runs alone.',
      { kind },
      async ({ kind: keyKind }) => foundOr(await issueKey(context, { scope: 'page' }, keyKind)),
    ),
    'rotate-key': command(
      'Issue a new key for the same owner; the old one works on for some hours.',
      { key: z.uuid(), overlap_hours: overlapHours, kind },
      async ({ key, overlap_hours: hours, kind: keyKind }) =>
        foundOr(await rotateKey(context, key, { overlapMs: hoursMs(hours), kind: keyKind })),
    ),
    'revoke-key': command('End an API key at once.', { key: z.uuid() }, async ({ key }) =>
      foundOr(await revokeKey(context, key)),
    ),
    'cancel-payin': command(
      'Close a payin that still awaits its payer.',
      { order: z.uuid() },
      async ({ order }) => cancelAnswer(await cancelPayin(context, order)),
    ),
    'brand-merchant': command(
      'Set how a merchant looks on the payment page; "none" takes away.',
      {
        merchant: z.uuid(),
        name: z.string().min(1).max(80).optional(),
        logo: takenAway.or(z.string().regex(OWN_IMAGE, LOGO)).optional(),
        accent: takenAway.or(z.string().regex(COLOUR, 'must be #rrggbb')).optional(),
        support: webAddress,
        operator: takenAway.or(z.string().min(1).max(120)).optional(),
        terms: webAddress,
        privacy: webAddress,
      },
      async ({ merchant, logo, support, operator, terms, privacy, ...named }) =>
        foundOr(
          await brandMerchant(context.db, merchant, {
            ...named,
            logoUrl: logo,
            supportUrl: support,
            operatorName: operator,
            termsUrl: terms,
            privacyUrl: privacy,
          }),
        ),
    ),
    ...attentionCommands(context),
    ...moneyCommands(context),
    ...webhookCommands(context),
  };
}

function cancelAnswer(result: CancelPayinResult): OperatorAnswer {
  if (result.ok) return { ok: true, result: true };
  if (result.problem === 'not_found') return { ok: false, problem: 'not_found' };
  const { status } = result;
  return refusal(
    isFinal(status)
      ? `The order is final: it is ${status}.`
      : `The order does not await its payer: it is ${status}.`,
  );
}
