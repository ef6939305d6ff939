import { error } from '@sveltejs/kit';

import type { Checkout } from '../order/checkout.ts';
import type { StatusView } from '../order/status-view.ts';

/** An order that nobody can pay any more answers 410, with the same page and way back as any other. */
export const closed = (checkout: Checkout, view: StatusView): never =>
  error(410, {
    message: 'The order is closed',
    state: view.state,
    closed: { checkout, view },
  });
