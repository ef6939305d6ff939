import type { Language, LanguageCode } from '$lib/i18n/languages.ts';
import type { State } from '$lib/i18n/messages.ts';
import type { Checkout, Receipt } from '$lib/checkout/checkout.ts';
import type { StatusView } from '$lib/checkout/status-view.ts';

declare global {
  namespace App {
    interface Error {
      message: string;
      /** Which page to show. */
      state: State;
      /** Where an order is known: its own page, with the way back to the shop. */
      closed?: { checkout: Checkout; view: StatusView; receipt: Receipt };
    }
    interface PageData {
      languageCode: LanguageCode;
    }
    interface Locals {
      /** This answer's script nonce (Content-Security-Policy). */
      nonce: string;
      language: Language;
      /** What the browser keeps of a card that it sent for this order. */
      sent?: string | undefined;
      /** The merchant's colour, left by whatever read the order. */
      accent?: string | undefined;
      /** Shown in a frame of the operators' console, and not used: what is sent has no scripts. */
      isPreview?: boolean;
      /** The Content-Security-Policy of a page that is the same for everybody, left by whatever made it. */
      ownPolicy?: string;
    }
  }
}
