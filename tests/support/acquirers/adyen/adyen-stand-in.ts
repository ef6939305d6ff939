/** Plays Adyen's Checkout API v72 and its standard webhooks, as their published descriptions have them. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import {
  answersByKey,
  startStandIn,
  type StandInAnswer,
  type StandInRequest,
  type StandInServer,
} from '../stand-in.ts';
import { cardBehaviour, NOT_AUTHENTICATED, PHONE_REFUSALS, type Refusal } from './cards.ts';
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
  /** As webhooks name it. */
  method: 'visa' | 'mbway';
  state: 'authorised' | 'refused' | 'received' | 'challenged' | 'cancelled' | 'reversed';
  /** Which answer the shopper gave, by the text that came back with them. */
  answers: Map<string, 'approve' | 'refuse'>;
}

export interface AdyenStandIn extends StandInServer {
  apiKey: string;
  hmacKey: string;
  merchantAccount: string;
  payments: Map<string, Payment>;
  webhooks(reference: string): { headers: Headers; body: Uint8Array<ArrayBuffer> }[];
  /** What would be told of a payment beside its outcome. */
  notices(reference: string): { headers: Headers; body: Uint8Array<ArrayBuffer> }[];
  /** Of a dispute that is opened, won and lost again: each event of it, in sequence. */
  disputes(reference: string): { headers: Headers; body: Uint8Array<ArrayBuffer> }[];
  answerChallenge(url: string, answer: 'approve' | 'refuse'): Record<string, string>;
  decidePending(): void;
  /** What the payer does with the request of MB WAY on the telephone. @returns what the payment is then */
  answerPhone(reference: string, answer: PhoneAnswer): Payment['state'];
}

/** `let_pass`: Adyen closes the offer, which nobody has answered. */
export type PhoneAnswer = 'approve' | 'cancel' | 'suspected_fraud' | 'let_pass';

export async function startAdyenStandIn(): Promise<AdyenStandIn> {
  const apiKey = randomUUID();
  const hmacKey = randomBytes(32).toString('hex');
  const merchantAccount = 'TollgateTEST';
  /** By merchant reference. */
  const payments = new Map<string, Payment>();
  const sent: { reference: string; body: string }[] = [];
  const byKey = answersByKey();

  function notify(
    payment: Omit<Payment, 'state' | 'answers'>,
    eventCode: string,
    success: boolean,
    reason = '',
  ): void {
    sent.push({
      reference: payment.reference,
      body: webhookOf(payment, eventCode, success, reason),
    });
  }

  function webhookOf(
    payment: Omit<Payment, 'state' | 'answers'>,
    eventCode: string,
    success: boolean,
    reason: string,
    dispute: { pspReference?: string } = {},
  ): string {
    const { reference, amount, pspReference, method } = payment;
    const modification = eventCode !== 'AUTHORISATION';
    const item = {
      pspReference: modification ? newPspReference() : pspReference,
      ...(modification && { originalReference: pspReference }),
      merchantAccountCode: merchantAccount,
      merchantReference: reference,
      amount,
      eventCode,
      eventDate: new Date().toISOString(),
      success: String(success),
      reason,
      paymentMethod: method,
      ...dispute,
    };
    const additionalData = { hmacSignature: signatureOf(item, hmacKey) };
    const wrapped = { NotificationRequestItem: { ...item, additionalData } };
    return JSON.stringify({ live: 'false', notificationItems: [wrapped] });
  }

  function authorised(payment: Payment): StandInAnswer {
    payment.state = 'authorised';
    notify(payment, 'AUTHORISATION', true, '874574:1935:11/2039');
    return resultOf(payment, { resultCode: 'Authorised' });
  }

  function refused(payment: Payment, refusal: Refusal): StandInAnswer {
    payment.state = 'refused';
    notify(payment, 'AUTHORISATION', false, refusal.refusalReason);
    return resultOf(payment, { resultCode: 'Refused', ...refusal });
  }

  function pay(body: unknown): StandInAnswer {
    const request = paymentRequest.safeParse(body);
    if (!request.success) return refusal(422, '100');
    const { reference, amount, paymentMethod } = request.data;
    const pspReference = newPspReference();
    const payment: Payment = {
      pspReference,
      reference,
      amount,
      method: paymentMethod.type === 'mbway' ? 'mbway' : 'visa',
      state: 'received',
      answers: new Map(),
    };
    payments.set(reference, payment);
    if (paymentMethod.type === 'mbway') {
      const action = { type: 'await', paymentMethodType: 'mbway', paymentData: pspReference };
      return resultOf(payment, { resultCode: 'Pending', action });
    }
    const behaviour = cardBehaviour(paymentMethod.number);
    if (behaviour === 'approve') return authorised(payment);
    if (behaviour === 'receive') return resultOf(payment, { resultCode: 'Received' });
    if (behaviour !== 'challenge') return refused(payment, behaviour);
    payment.state = 'challenged';
    const url = `https://checkoutshopper-test.adyen.test/threeDS/redirect?MD=${pspReference}`;
    const action = { type: 'redirect', method: 'GET', paymentMethodType: 'scheme', url };
    return resultOf(payment, { resultCode: 'RedirectShopper', action });
  }

  function complete(body: unknown): StandInAnswer {
    const request = detailsRequest.safeParse(body);
    if (!request.success) return refusal(422, '100');
    const { redirectResult } = request.data.details;
    const payment = [...payments.values()].find(({ answers }) => answers.has(redirectResult));
    if (payment === undefined) return refusal(422, '14_007');
    if (payment.state !== 'challenged') return resultOf(payment, { resultCode: 'Cancelled' });
    return payment.answers.get(redirectResult) === 'approve'
      ? authorised(payment)
      : refused(payment, NOT_AUTHENTICATED);
  }

  /** Its outcome comes by webhook, for a payment that is not there as well. */
  function cancel(body: unknown): StandInAnswer {
    const request = cancelRequest.safeParse(body);
    if (!request.success) return refusal(422, '100');
    const { paymentReference } = request.data;
    const payment = payments.get(paymentReference);
    if (payment !== undefined) {
      const may = payment.state !== 'refused' && payment.state !== 'reversed';
      if (may) payment.state = 'cancelled';
      notify(payment, 'TECHNICAL_CANCEL', may);
    }
    return received({ paymentReference });
  }

  function reverse(pspReference: string, body: unknown): StandInAnswer {
    const payment = [...payments.values()].find((known) => known.pspReference === pspReference);
    const request = reversalRequest.safeParse(body);
    if (payment === undefined || !request.success) return refusal(422, '100');
    const { reference } = request.data;
    const may = payment.state === 'authorised' || payment.state === 'reversed';
    if (may) payment.state = 'reversed';
    const notified = { ...payment, reference };
    const answer = received({ paymentPspReference: pspReference, reference });
    notify(notified, 'CANCEL_OR_REFUND', may);
    return answer;
  }

  /** Its outcome comes by webhook. */
  function refund(pspReference: string, body: unknown): StandInAnswer {
    const payment = [...payments.values()].find((known) => known.pspReference === pspReference);
    const request = refundRequest.safeParse(body);
    if (payment?.state !== 'authorised' || !request.success) return refusal(422, '100');
    notify({ ...payment, ...request.data }, 'REFUND', true);
    return received({ paymentPspReference: pspReference, ...request.data });
  }

  function received(members: object): StandInAnswer {
    const body = {
      merchantAccount,
      pspReference: newPspReference(),
      status: 'received',
      ...members,
    };
    return { status: 201, body };
  }

  function route({ path, body }: StandInRequest): StandInAnswer {
    const json: unknown = JSON.parse(body);
    const reversal = /^\/v72\/payments\/(\w+)\/reversals$/.exec(path);
    if (reversal?.[1] !== undefined) return reverse(reversal[1], json);
    const refunding = /^\/v72\/payments\/(\w+)\/refunds$/.exec(path);
    if (refunding?.[1] !== undefined) return refund(refunding[1], json);
    switch (path) {
      case '/v72/payments':
        return pay(json);
      case '/v72/payments/details':
        return complete(json);
      case '/v72/cancels':
        return cancel(json);
      case '/v72/paymentMethods':
        return { status: 200, body: { paymentMethods: [{ type: 'scheme', name: 'Cards' }] } };
      default:
        return refusal(404, '000');
    }
  }

  const server = await startStandIn((request) => {
    if (request.headers['x-api-key'] !== apiKey) return refusal(401, '000');
    const key = request.headers['idempotency-key'];
    const made = byKey(key?.toString(), `${request.path}\n${request.body}`, () => route(request));
    return made === 'other request' ? refusal(422, '704') : made;
  });

  return {
    ...server,
    apiKey,
    hmacKey,
    merchantAccount,
    payments,
    webhooks: (reference) =>
      sent
        .filter((webhook) => webhook.reference === reference)
        .map(({ body }) => sentWebhook(body)),
    notices(reference) {
      const payment = payments.get(reference);
      if (payment === undefined) throw new Error('There is no such payment');
      return ['CAPTURE_FAILED', 'NOTIFICATION_OF_FRAUD', 'REFUND'].map((eventCode) =>
        sentWebhook(webhookOf(payment, eventCode, true, 'dispute')),
      );
    },
    disputes(reference) {
      const payment = payments.get(reference);
      if (payment === undefined) throw new Error('There is no such payment');
      const dispute = { pspReference: newPspReference() };
      return DISPUTE_EVENTS.map((event) =>
        sentWebhook(webhookOf(payment, event, true, 'dispute', dispute)),
      );
    },
    answerChallenge(url, answer) {
      const pspReference = new URL(url).searchParams.get('MD');
      const payment = [...payments.values()].find((known) => known.pspReference === pspReference);
      if (payment?.state !== 'challenged') throw new Error('The challenge is over');
      const redirectResult = randomBytes(48).toString('base64');
      payment.answers.set(redirectResult, answer);
      return { redirectResult };
    },
    answerPhone(reference, answer) {
      const payment = payments.get(reference);
      if (payment?.state !== 'received') throw new Error('No request is on the telephone');
      if (answer === 'approve') authorised(payment);
      else if (answer === 'let_pass') {
        payment.state = 'cancelled';
        notify(payment, 'OFFER_CLOSED', true);
      } else refused(payment, PHONE_REFUSALS[answer]);
      return payment.state;
    },
    decidePending() {
      for (const payment of payments.values()) {
        if (payment.state === 'received') authorised(payment);
      }
    },
  };
}

function resultOf(
  { pspReference, reference, amount }: Payment,
  members: { resultCode: string; [name: string]: unknown },
): StandInAnswer {
  return { status: 200, body: { pspReference, merchantReference: reference, amount, ...members } };
}

function refusal(status: number, errorCode: string): StandInAnswer {
  return { status, body: { status, errorCode, message: 'refused', errorType: 'validation' } };
}

function sentWebhook(body: string) {
  return { headers: new Headers(), body: new TextEncoder().encode(body) };
}

function newPspReference(): string {
  return randomBytes(8).toString('hex').toUpperCase();
}

interface SignedItem {
  pspReference: string;
  originalReference?: string;
  merchantAccountCode: string;
  merchantReference: string;
  amount: { currency: string; value: number };
  eventCode: string;
  success: string;
}

/** As docs.adyen.com describes it under "Verify HMAC signatures". */
function signatureOf(item: SignedItem, hmacKey: string): string {
  const { pspReference, originalReference = '', merchantAccountCode, merchantReference } = item;
  const { amount, eventCode, success } = item;
  const ids = [pspReference, originalReference, merchantAccountCode, merchantReference];
  const signed = [...ids, amount.value, amount.currency, eventCode, success].join(':');
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signed).digest('base64');
}

const DISPUTE_EVENTS = [
  'REQUEST_FOR_INFORMATION',
  'NOTIFICATION_OF_CHARGEBACK',
  'CHARGEBACK',
  'INFORMATION_SUPPLIED',
  'CHARGEBACK_REVERSED',
  'SECOND_CHARGEBACK',
];
