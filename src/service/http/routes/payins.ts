import { isFinal, type OrderStatus } from '#domain/order/status.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { hashSignedRequest } from '../../orders/duplicate.ts';
import { cancelPayin } from '../../payins/cancel.ts';
import { createPayin } from '../../payins/create.ts';
import { findPayin, findPayinsByReference } from '../../payins/find.ts';
import { listPayins } from '../../lists/list-orders.ts';
import { toPayinOrder } from '../../payins/present.ts';
import { submitCardData, type MissingMember } from '../../payins/card-data.ts';
import { answer, refused, STALE_SETTINGS, type HandlerResult, type Handlers } from '../handler.ts';
import { creationAnswer, pageAnswer } from './order-answers.ts';
import { signedPayment } from './signed-payment.ts';

type PayinHandlers = Pick<
  Handlers,
  'createPayin' | 'submitCardData' | 'findPayins' | 'listPayins' | 'getPayin' | 'cancelPayin'
>;

export function payinHandlers(context: ServiceContext): PayinHandlers {
  return {
    async createPayin({ caller, body, credentials }) {
      const signed = hashSignedRequest(caller, credentials);
      return creationAnswer(await createPayin(context, caller, body, signed), (payin) =>
        toPayinOrder(payin, context),
      );
    },

    async submitCardData({ caller, body: data, credentials, headers }) {
      const signed = signedPayment(credentials, headers);
      const result = await submitCardData(context, caller, { ...signed, data });
      return typeof result === 'string'
        ? CARD_DATA_ANSWERS[result]
        : refused('invalid', { errors: result.missing.map((member) => REQUIRED[member]) });
    },

    async findPayins({ caller, query }) {
      const payins = await findPayinsByReference(context, caller, query.reference_id);
      return payins.ok
        ? answer(payins.value.map((payin) => toPayinOrder(payin, context)))
        : STALE_SETTINGS;
    },

    async listPayins({ caller, query }) {
      const page = await listPayins(context, caller, query);
      return page.ok
        ? pageAnswer(page.value, query.size, (payin) => toPayinOrder(payin, context))
        : STALE_SETTINGS;
    },

    async getPayin({ caller, params }) {
      const found = await findPayin(context, caller, params.id);
      if (!found.ok) return STALE_SETTINGS;
      const payin = found.value;
      return payin === undefined ? refused('not_found') : answer(toPayinOrder(payin, context));
    },

    async cancelPayin({ caller, params }) {
      const result = await cancelPayin(context, params.id, caller);
      if (result.ok) return answer(toPayinOrder(result.payin, context));
      if (result.problem === 'not_found') return refused('not_found');
      const { payin } = result;
      return payin.status === 'CLOSED'
        ? answer(toPayinOrder(payin, context))
        : refused('not_cancellable', { detail: notCancellable(payin.status) });
    },
  };
}

function notCancellable(status: OrderStatus): string {
  return isFinal(status)
    ? `The payin is ${status}: it has ended.`
    : `The payin is ${status}: its payment is under way, and its outcome ends it.`;
}

const REQUIRED = {
  email: required('/customer/email', 'e-mail'),
  phone: required('/customer/phone', 'telephone number'),
  either: required('/customer', 'e-mail or telephone number'),
  country: required('/customer/address/country', 'country'),
  street: required('/customer/address/street', 'street'),
  city: required('/customer/address/city', 'city'),
  post_code: required('/customer/address/post_code', 'postal code'),
} as const satisfies Record<MissingMember, object>;

function required(pointer: string, name: string) {
  return { pointer, code: 'required', detail: `The payer's ${name} is required.` };
}

const CARD_DATA_ANSWERS = {
  accepted: answer(),
  not_found: refused('not_found'),
  not_a_card_order: refused('PAYMENT_METHOD_NOT_SUPPORTED'),
  not_awaiting_card_data: refused('not_awaiting_card_data'),
  method_inactive: refused('METHOD_INACTIVE'),
  brand_not_taken: refused('PAYMENT_METHOD_NOT_SUPPORTED', {
    detail: 'The payment method does not accept cards of this brand. The order stays open.',
  }),
  another_card: refused('another_card'),
  too_many_cards: refused('too_many_cards', {}, { 'Retry-After': '3600' }),
  stale_settings: STALE_SETTINGS,
} satisfies Record<Extract<Awaited<ReturnType<typeof submitCardData>>, string>, HandlerResult>;
