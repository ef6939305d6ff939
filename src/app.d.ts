import type { Language } from '$lib/messages/languages.ts';
import type { State } from '$lib/messages/messages.ts';
import type { Checkout } from '$lib/order/checkout.ts';
import type { StatusView } from '$lib/order/status-view.ts';

declare global {
  namespace App {
    interface Error {
      message: string;
      /** Which page to show. */
      state: State;
      /** Where an order is known: its own page, with the way back to the shop. */
      closed?: { checkout: Checkout; view: StatusView };
    }
    interface Refusal {
      status: number;
      state: State;
      retryAfterSeconds?: number;
    }
    interface PageData {
      nonce: string;
      language: Language;
    }
    interface Locals {
      /** This answer's script nonce (Content-Security-Policy). */
      nonce: string;
      language: Language;
      /** The merchant's colour, left by whatever read the order. */
      accent?: string | undefined;
      /** Set where a request is turned away before any route looks at it. */
      refusal?: Refusal;
    }
  }
}
