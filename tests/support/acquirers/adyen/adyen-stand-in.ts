/** Simulates Adyen's Checkout API v72 and its standard webhooks, as Adyen documents them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { hmacValidator as HmacValidator } from '@adyen/api-library';
import type { RefundAttempt } from '#service/acquirers/port.ts';
import { z } from 'zod';
import {
  answersByKey,
  CARDS,
  startStandIn,
  type AcquirerStandIn,
  type SentNotification,
  type StandInAnswer,
  type StandInRequest,
} from '../stand-in.ts';
import { isRecordComplete, type AuthenticationRecord } from '../three-d-secure.ts';
import {
  cancelRequest,
  detailsRequest,
  paymentRequest,
  refundRequest,
  reversalRequest,
} from './requests.ts';

interface Payment {
  pspReference: string;
  reference: string;
  amount: { currency: string; value: number };
  /** The payment method, by the name that webhooks use. */
  method: 'visa' | 'mbway';
  state: 'authorised' | 'refused' | 'received' | 'challenged' | 'cancelled' | 'reversed';
  /** The shopper's answers to the challenge, by the `redirectResult` each came back with. */
  answers: Map<string, 'approve' | 'refuse'>;
}

interface WebhookMembers {
  success?: boolean;
  reason?: string;
  pspReference?: string;
}

export interface AdyenStandIn extends AcquirerStandIn {
  apiKey: string;
  hmacKey: string;
  merchantAccount: string;
  payments: Map<string, Payment>;
  /** Returns a signed webhook about a payment without sending it. */
  webhook: (reference: string, eventCode: string, more?: WebhookMembers) => SentNotification;
  /** Sends a webhook about a refund. */
  notifyOfRefund: (refund: RefundAttempt, eventCode: string, more?: WebhookMembers) => void;
  /** Answers the MB WAY request on the payer's phone. @returns the payment's new state */
  answerPhone: (reference: string, answer: PhoneAnswer) => Payment['state'];
}

/** The amount that Adyen accepts a refund of and then refuses. */
export const REFUSED_REFUND = 421n;

/** The payer's answer. `let_pass` means that nobody answered and Adyen closes the offer. */
export type PhoneAnswer = 'approve' | 'cancel' | 'suspected_fraud' | 'let_pass';

/** Adyen's refusals, by code and name. */
const REFUSALS = {
  insufficient: { refusalReasonCode: '12', refusalReason: 'Not enough balance' },
  incorrectCode: { refusalReasonCode: '24', refusalReason: 'CVC Declined' },
  expired: { refusalReasonCode: '6', refusalReason: 'Expired Card' },
  stolen: { refusalReasonCode: '5', refusalReason: 'Blocked Card' },
  notAuthenticated: { refusalReasonCode: '11', refusalReason: '3D Not Authenticated' },
  cancel: { refusalReasonCode: '16', refusalReason: 'Shopper Cancelled' },
  suspected_fraud: { refusalReasonCode: '20', refusalReason: 'FRAUD' },
} as const;
type Refusal = keyof typeof REFUSALS;

export async function startAdyenStandIn(): Promise<AdyenStandIn> {
  const apiKey = randomUUID();
  const hmacKey = randomBytes(32).toString('hex');
  const merchantAccount = 'TollgateTEST';
  /** Payments by merchant reference. */
  const payments = new Map<string, Payment>();
  const sent: { reference: string; webhook: SentNotification }[] = [];

  function find(isMeant: (payment: Payment) => boolean, otherwise: string): Payment {
    const payment = [...payments.values()].find(isMeant);
    if (payment === undefined) throw new Refused(otherwise);
    return payment;
  }

  function webhookOf(
    { reference, amount, pspReference, method }: Omit<Payment, 'state' | 'answers'>,
    eventCode: string,
    { success = true, reason = '', ...more }: WebhookMembers = {},
  ): SentNotification {
    const isFirst = eventCode === 'AUTHORISATION';
    const item = {
      pspReference: isFirst ? pspReference : (more.pspReference ?? newPspReference()),
      ...(!isFirst && { originalReference: pspReference }),
      merchantAccountCode: merchantAccount,
      merchantReference: reference,
      amount,
      eventCode,
      eventDate: new Date().toISOString(),
      success: String(success),
      reason,
      paymentMethod: method,
    };
    const hmacSignature = new HmacValidator().calculateHmac(item as never, hmacKey);
    const signed = { NotificationRequestItem: { ...item, additionalData: { hmacSignature } } };
    const body = JSON.stringify({ live: 'false', notificationItems: [signed] });
    return { headers: new Headers(), body: new TextEncoder().encode(body) };
  }

  function notify(...[payment, ...event]: Parameters<typeof webhookOf>): void {
    sent.push({ reference: payment.reference, webhook: webhookOf(payment, ...event) });
  }

  function authorised(payment: Payment): StandInAnswer {
    payment.state = 'authorised';
    notify(payment, 'AUTHORISATION', { reason: '874574:1935:11/2039' });
    return resultOf(payment, { resultCode: 'Authorised' });
  }

  function refused(payment: Payment, name: Refusal): StandInAnswer {
    payment.state = 'refused';
    const reason = REFUSALS[name].refusalReason;
    notify(payment, 'AUTHORISATION', { success: false, reason });
    return resultOf(payment, { resultCode: 'Refused', ...REFUSALS[name] });
  }

  function pay(body: unknown): StandInAnswer {
    const { reference, amount, paymentMethod, billingAddress } = paymentRequest.parse(body);
    const pspReference = newPspReference();
    const method = paymentMethod.type === 'mbway' ? 'mbway' : 'visa';
    const answers: Payment['answers'] = new Map();
    const payment: Payment = {
      pspReference,
      reference,
      amount,
      method,
      state: 'received',
      answers,
    };
    payments.set(reference, payment);
    if (paymentMethod.type === 'mbway') {
      const action = { type: 'await', paymentMethodType: 'mbway', paymentData: pspReference };
      return resultOf(payment, { resultCode: 'Pending', action });
    }
    const behaviour = CARDS[paymentMethod.number];
    if (behaviour === undefined) return authorised(payment);
    if (behaviour === 'pending') return resultOf(payment, { resultCode: 'Received' });
    if (behaviour === 'wantsAddress') {
      return isRecordComplete(recordOf(billingAddress))
        ? authorised(payment)
        : refused(payment, 'notAuthenticated');
    }
    if (behaviour !== 'challenge') return refused(payment, behaviour);
    payment.state = 'challenged';
    const url = `https://checkoutshopper-test.adyen.test/threeDS/redirect?MD=${pspReference}`;
    const action = { type: 'redirect', method: 'GET', paymentMethodType: 'scheme', url };
    return resultOf(payment, { resultCode: 'RedirectShopper', action });
  }

  function complete(body: unknown): StandInAnswer {
    const { redirectResult } = detailsRequest.parse(body).details;
    const payment = find(({ answers }) => answers.has(redirectResult), '14_007');
    if (payment.state !== 'challenged') return resultOf(payment, { resultCode: 'Cancelled' });
    return payment.answers.get(redirectResult) === 'approve'
      ? authorised(payment)
      : refused(payment, 'notAuthenticated');
  }

  /** Cancels a payment. For an unknown one the answer is the same, but no webhook is recorded. */
  function cancel(body: unknown): StandInAnswer {
    const { paymentReference } = cancelRequest.parse(body);
    const payment = payments.get(paymentReference);
    if (payment !== undefined) {
      const success = payment.state !== 'refused' && payment.state !== 'reversed';
      if (success) payment.state = 'cancelled';
      notify(payment, 'TECHNICAL_CANCEL', { success });
    }
    return received({ paymentReference });
  }

  function reverse(body: unknown, pspReference: string): StandInAnswer {
    const payment = find((known) => known.pspReference === pspReference, '100');
    const { reference } = reversalRequest.parse(body);
    const success = payment.state === 'authorised' || payment.state === 'reversed';
    if (success) payment.state = 'reversed';
    notify({ ...payment, reference }, 'CANCEL_OR_REFUND', { success });
    return received({ paymentPspReference: pspReference, reference });
  }

  function refund(body: unknown, pspReference: string): StandInAnswer {
    const isPaid = (known: Payment) => known.state === 'authorised';
    const payment = find((known) => known.pspReference === pspReference && isPaid(known), '100');
    const request = refundRequest.parse(body);
    const success = BigInt(request.amount.value) !== REFUSED_REFUND;
    const reason = success ? '' : 'Insufficient balance on payment';
    notify({ ...payment, ...request }, 'REFUND', { success, reason });
    return received({ paymentPspReference: pspReference, ...request });
  }

  /** Returns "received", Adyen's answer to modifications; a webhook tells their outcome. */
  function received(members: object): StandInAnswer {
    const answer = { merchantAccount, pspReference: newPspReference(), status: 'received' };
    return { status: 201, body: { ...answer, ...members } };
  }

  const ROUTES: [path: RegExp, act: (body: unknown, pspReference: string) => StandInAnswer][] = [
    [/^\/v72\/payments$/, pay],
    [/^\/v72\/payments\/details$/, complete],
    [/^\/v72\/payments\/(\w+)\/reversals$/, reverse],
    [/^\/v72\/payments\/(\w+)\/refunds$/, refund],
    [/^\/v72\/cancels$/, cancel],
    [
      /^\/v72\/paymentMethods$/,
      () => ({ status: 200, body: { paymentMethods: [{ type: 'scheme', name: 'Cards' }] } }),
    ],
  ];

  function route({ path, body }: StandInRequest): StandInAnswer {
    const [pattern, act] = ROUTES.find(([known]) => known.test(path)) ?? [];
    if (pattern === undefined || act === undefined) return refusal(404, '000');
    try {
      return act(JSON.parse(body), pattern.exec(path)?.[1] ?? '');
    } catch (error) {
      if (error instanceof z.ZodError) return refusal(422, '100');
      if (error instanceof Refused) return refusal(422, error.message);
      throw error;
    }
  }

  const once = answersByKey(route, refusal(422, '704'));
  const server = await startStandIn((request) =>
    request.headers['x-api-key'] === apiKey ? once(request) : refusal(401, '000'),
  );
  const known = (reference: string) => find((payment) => payment.reference === reference, 'none');

  return {
    ...server,
    apiKey,
    hmacKey,
    merchantAccount,
    payments,
    notifications: (reference) =>
      sent.filter((one) => one.reference === reference).map(({ webhook }) => webhook),
    webhook: (reference, ...event) => webhookOf(known(reference), ...event),
    notifyOfRefund({ id, payment, amountMinor }, ...event) {
      const amount = { currency: payment.currency, value: Number(amountMinor) };
      notify({ ...known(payment.id), reference: `refund-${id}`, amount }, ...event);
    },
    answerChallenge(url, answer) {
      const pspReference = new URL(url).searchParams.get('MD');
      const isOpen = ({ state }: Payment) => state === 'challenged';
      const payment = find((one) => one.pspReference === pspReference && isOpen(one), 'none');
      const redirectResult = randomBytes(48).toString('base64');
      payment.answers.set(redirectResult, answer);
      return { redirectResult };
    },
    answerPhone(reference, answer) {
      const payment = known(reference);
      if (payment.state !== 'received') throw new Error('No request is on the telephone');
      if (answer === 'approve') authorised(payment);
      else if (answer === 'let_pass') {
        payment.state = 'cancelled';
        notify(payment, 'OFFER_CLOSED');
      } else refused(payment, answer);
      return payment.state;
    },
    decidePending() {
      for (const payment of payments.values()) {
        if (payment.state === 'received') authorised(payment);
      }
    },
  };
}

/** Adyen sends the issuer street and house number as one line. */
function recordOf(
  address: z.output<typeof paymentRequest>['billingAddress'],
): AuthenticationRecord {
  if (address === undefined) return {};
  const { street, houseNumberOrName: house, city, postalCode, country } = address;
  return {
    billAddrLine1: house === 'N/A' ? street : `${street} ${house}`,
    billAddrCity: city,
    billAddrPostCode: postalCode,
    billAddrCountry: country,
  };
}

/** A refused request. The message is Adyen's error code. */
class Refused extends Error {}

function resultOf(
  { pspReference, reference, amount }: Payment,
  members: { resultCode: string; [name: string]: unknown },
): StandInAnswer {
  return { status: 200, body: { pspReference, merchantReference: reference, amount, ...members } };
}

function refusal(status: number, errorCode: string): StandInAnswer {
  return { status, body: { status, errorCode, message: 'refused', errorType: 'validation' } };
}

function newPspReference(): string {
  return randomBytes(8).toString('hex').toUpperCase();
}
