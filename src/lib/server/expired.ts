import { error } from '@sveltejs/kit';

import type { Checkout } from '../order/checkout.ts';
import type { StatusView } from '../order/status-view.ts';

/** An order whose time is over answers 410, with the same page and the same way back as any other. */
export const expired = (checkout: Checkout, view: StatusView): never =>
  error(410, { message: 'The order is closed', state: 'expired', checkout, leaveTo: view.leaveTo });
