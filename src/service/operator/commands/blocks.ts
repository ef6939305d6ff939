import { z } from 'zod';
import { blockFingerprint } from '../../orders/fingerprints.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { DONE, doneAnswer, invalidAt, NOT_FOUND, type ChangeAnswer } from '../answer.ts';
import { change, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import {
  deleteBlocked,
  insertBlocked,
  selectBlocked,
  selectCardFingerprint,
} from '../block-queries.ts';
import { list } from '../lists.ts';
import { merchant, withMerchant } from '../named.ts';

const MAX_VALUE = 255;
const kind = z.enum(['email', 'phone', 'destination', 'card']);
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/, 'must be a fingerprint from blocks list');

/** Commands for a merchant's block list, for payments and payouts. Values are stored as keyed fingerprints. */
export const BLOCK_COMMANDS = {
  'blocks list': list({
    summary: "List a merchant's block list by kind and fingerprint.",
    roles: STAFF_ROLES,
    input: { merchant },
    item: z.object({ kind, fingerprint }),
    key: z
      .string()
      .regex(/^(?:email|phone|destination|card) [0-9a-f]{64}$/, 'must be the `next` of an answer'),
    select: ({ merchant: reference }, context, page) =>
      withMerchant(context, reference, (id) => selectBlocked(context.db, id, page)),
    keyOf: (blocked) => `${blocked.kind} ${blocked.fingerprint}`,
  }),
  'blocks add': change({
    summary: 'Block an e-mail, a phone number, an account, or the card last used for an order.',
    roles: ['support', 'admin'],
    input: {
      merchant,
      kind,
      value: z.string().min(1).max(MAX_VALUE).optional(),
      order: z.uuid().optional(),
    },
    answer: doneAnswer,
    run: async ({ merchant: reference, ...blocked }, context) =>
      withMerchant(context, reference, (id) => block(context, id, blocked)),
  }),
  'blocks remove': change({
    summary: 'Remove an entry from the block list by its fingerprint.',
    roles: ['support', 'admin'],
    input: { merchant, kind, fingerprint },
    answer: doneAnswer,
    run: async ({ merchant: reference, kind: of, fingerprint: text }, context) =>
      withMerchant(context, reference, async (id): Promise<ChangeAnswer<{ done: true }>> => {
        const blocked = { merchantId: id, kind: of, fingerprint: Buffer.from(text, 'hex') };
        if (!(await deleteBlocked(context.db, blocked))) return NOT_FOUND;
        return { ...DONE, changed: { subject: subjectOf(id), before: { [of]: text } } };
      }),
  }),
} satisfies OperatorCommands;

interface Blocked {
  kind: z.output<typeof kind>;
  value?: string | undefined;
  order?: string | undefined;
}

/** Blocks a value. A card is given by its order, so that no card number is sent here. */
async function block(
  { db, keyring }: Pick<ServiceContext, 'db' | 'keyring'>,
  merchantId: string,
  { kind: of, value, order }: Blocked,
): Promise<ChangeAnswer<{ done: true }>> {
  const [wanted, other] = of === 'card' ? (['order', value] as const) : (['value', order] as const);
  const named = of === 'card' ? order : value;
  if (named === undefined || other !== undefined) {
    return invalidAt(`/${wanted}`, 'required', `Is required, alone, for a block of kind ${of}.`);
  }
  const print =
    of === 'card'
      ? await selectCardFingerprint(db, merchantId, named)
      : blockFingerprint(keyring, of, named);
  if (print === undefined) return NOT_FOUND;
  const added = await insertBlocked(db, { merchantId, kind: of, fingerprint: print });
  const after = { [of]: Buffer.from(print).toString('hex') };
  return { ...DONE, changed: added ? { subject: subjectOf(merchantId), after } : undefined };
}

function subjectOf(merchantId: string): string {
  return `block list of merchant ${merchantId}`;
}
