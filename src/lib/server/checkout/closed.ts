import { error } from '@sveltejs/kit';

import type { Checkout, Receipt } from '../../checkout/checkout.ts';
import type { StatusView } from '../../checkout/status-view.ts';

/** An order that nobody can pay any more answers 410, with the same page and way back as any other. */
export const closed = (checkout: Checkout, view: StatusView, receipt: Receipt): never =>
  error(410, {
    message: 'The order is closed',
    state: view.state,
    closed: { checkout, view, receipt },
  });
