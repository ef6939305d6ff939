import { RESOLUTION_CODES } from '#domain/order/resolution.ts';
import { z } from 'zod';
import { foundOr, reads, readsAcross, type OperatorCommands } from '../command.ts';
import { SEARCH_INPUT } from '../orders/search-input.ts';
import { findOrders, shownFound } from '../orders/search-orders.ts';
import { showOrder } from '../orders/show-order.ts';
import { WHY_CODES } from '../orders/why-codes.ts';

/** Orders found, told and explained. */
export const ORDER_STORY_COMMANDS: OperatorCommands = {
  'orders search': readsAcross(
    'Find payins and payouts, the latest first; `next` of an answer goes on with --after.',
    SEARCH_INPUT,
    {
      gather: (input, context, { actor }) => findOrders(context, input, actor.scope),
      show: (parts, { input, call }) => shownFound(parts, input, call.actor.scope),
    },
  ),
  'orders show': reads(
    'Tell the whole story of a payin or payout, and why it stands as it does.',
    { order: z.uuid() },
    async ({ order }, context, { actor }) => foundOr(await showOrder(context, order, actor.scope)),
  ),
  'orders explain': reads(
    'Say in words what a resolution code stands for.',
    { code: z.enum(RESOLUTION_CODES) },
    async ({ code }) =>
      Promise.resolve({ ok: true, result: { code, why: WHY_CODES[code].general } }),
  ),
};
