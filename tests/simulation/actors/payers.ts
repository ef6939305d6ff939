import { cardDataRequest, type CardDataRequest } from '#contract/schemas/card-data.ts';
import type { BeginRequest } from '#contract/schemas/transfer.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import type { Caller } from '#service/merchants/settings.ts';
import { beginTransfer } from '#service/payins/begin.ts';
import { submitCardData } from '#service/payins/card-data.ts';
import { completeChallenge, giveUpChallenge, giveUpTransfer } from '#service/payins/challenge.ts';
import { cardDataBody } from '../../support/orders/orders.ts';
import type { MethodName } from '../place.ts';
import type { Random } from '../random.ts';
import { pickOrder, type World } from '../world.ts';

/** The page's key, the same in each process. */
const PAGE: Caller = { scope: 'page', keyId: 'page', secret: '', expiresAt: null };
const PAYER = {
  address: undefined,
  userAgent: undefined,
  accept: undefined,
  acceptLanguage: undefined,
  script: true,
};

/** Pays by card, in one tab or two. */
export async function paysByCard(world: World, choice: Random): Promise<void> {
  const { process, begun } = world;
  const order = pickOrder(world, choice, ({ method }) => method === 'card' || method === 'held');
  if (order === undefined) return;
  const { id } = order;
  const tabs = choice.isBelow(0.4) ? 2 : 1;
  const first = choice.below(1_000);
  const cards = Array.from({ length: tabs }, (_, tab) => first + tab);
  await Promise.all(
    cards.map((card) =>
      submitCardData(process.context, PAGE, {
        timestamp: String(begun),
        signature: `${id} ${card}`,
        payer: PAYER,
        data: cardData(id, card),
      }),
    ),
  );
}

/** Begins a payment by another source, in one tab or two. */
export async function beginsTransfer(world: World, choice: Random): Promise<void> {
  const { process, begun } = world;
  const order = pickOrder(world, choice, ({ method }) => method in BEGINS);
  if (order === undefined) return;
  const data = BEGINS[order.method];
  if (data === undefined) return;
  const tabs = choice.isBelow(0.3) ? [1, 2] : [1];
  await Promise.all(
    tabs.map((tab) =>
      beginTransfer(process.context, PAGE, {
        orderId: order.id,
        timestamp: String(begun),
        signature: `${order.id} ${tab}`,
        payer: PAYER,
        data,
      }),
    ),
  );
}

const BEGINS: Partial<Record<MethodName, BeginRequest>> = {
  p2p: { source: 'P2P' },
  pix: { source: 'PIX' },
  blik: { source: 'BLIK', code: new Sensitive('123456') },
  crypto: { source: 'CRYPTO' },
};

/** Answers the issuer's challenge, or wants to pay in another way. */
export async function answersChallenge(
  { process, acquirer }: World,
  choice: Random,
): Promise<void> {
  const challenged = [...acquirer.cards.values()].filter(({ state }) => state === 'challenge');
  const id = choice.pick(challenged)?.orderId;
  if (id === undefined) return;
  await (choice.isBelow(0.7)
    ? completeChallenge(process.context, id, {})
    : giveUpChallenge(process.context, id));
}

/** Gives up what was begun, for another code or account. */
export async function givesUpTransfer(world: World, choice: Random): Promise<void> {
  const order = pickOrder(world, choice, ({ method }) => method in BEGINS);
  if (order !== undefined) await giveUpTransfer(world.process.context, order.id);
}

function cardData(orderId: string, card: number): CardDataRequest {
  return cardDataRequest.parse(cardDataBody(orderId, { card_number: cardNumber(card) }));
}

/** Returns one of many card numbers, with the check digit of Luhn. */
function cardNumber(number: number): string {
  const digits = `424242${String(number).padStart(9, '0')}`;
  const sum = Array.from(digits).reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
