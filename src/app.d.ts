import type { Checkout, Receipt, StatusView } from '$lib/checkout/checkout.ts';
import type { Language, LanguageCode } from '$lib/i18n/languages.ts';
import type { State } from '$lib/i18n/messages.ts';

declare module 'node:http' {
  /**
   * adapter-node hands Node's own request over with each event (`platform.req`). The server in front of the page
   * (src/server/page.ts, preview.ts) adds to it what no client could send.
   */
  interface IncomingMessage {
    /** The service of this process, where it has one. */
    service?: App.Service;
    /** It came by the operators' listener, to look at a merchant's branding. */
    isPreview?: boolean;
  }
}

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
      /** What a form asks for that the sandbox has samples of. */
      asks?: 'card' | 'code' | undefined;
      /** The sandbox's stand-in of a payer's bank, wallet or telephone, of an order that is paid by one. */
      payerUrl?: string | undefined;
    }
    /** Answers requests of the interface without a socket. */
    type Service = (request: Request) => Response | Promise<Response>;
    interface Locals {
      /** This answer's script nonce (Content-Security-Policy). */
      nonce: string;
      language: Language;
      /** How the service is reached: in this process, or over the network. */
      serviceFetch: typeof fetch;
      /** What the browser's cookie says of a card that it sent for this order. */
      sentCard: string | undefined;
      /** The merchant's colour, left by whatever read the order. */
      accent?: string | undefined;
      /** Shown in a frame of the operators' console, and not used: what is sent has no scripts. */
      isPreview?: boolean;
      /** The Content-Security-Policy of a page that is the same for everybody, left by whatever made it. */
      ownPolicy?: string;
    }
  }
}
