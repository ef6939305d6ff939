import type { Checkout as ReadOrder } from '#contract/schemas/checkout.ts';
import type { Checkout, LinkPageView, Receipt, StatusView } from '$lib/checkout/checkout.ts';
import type { Language, LanguageCode } from '$lib/i18n/languages.ts';
import type { State } from '$lib/i18n/messages.ts';
import type { AllowedHashes } from '$lib/server/page-parts.ts';

declare module 'node:http' {
  /**
   * adapter-node passes Node's own request with each event (`platform.req`). The server in front of the page
   * (src/server/page.ts, operator.ts) adds these members, which clients cannot set.
   */
  interface IncomingMessage {
    /** The service in this process, if any. */
    service?: App.Service;
    /** Whether the request came through the operators' listener, to preview a merchant's branding. */
    isPreview?: boolean;
  }
}

declare global {
  namespace App {
    interface Error {
      message: string;
      /** Which page to show. */
      state: State;
      /** If the order is known: its own page, with the way back to the shop. */
      closed?: { checkout: Checkout; view: StatusView; receipt: Receipt };
      /** If it is a link that cannot be paid any more: its own page. */
      link?: LinkPageView;
    }
    interface PageData {
      languageCode: LanguageCode;
      /** What the form asks for, if the sandbox has samples of it. */
      asks?: 'card' | 'code' | undefined;
      /** The sandbox's stand-in for the payer's bank, wallet or phone, for an order that is not paid by card. */
      payerUrl?: string | undefined;
    }
    /** The service of this process. */
    interface Service {
      /** Answers API requests without a socket. */
      fetch: (request: Request) => Response | Promise<Response>;
      /** Reads an order without a request, which would be signed, serialized and parsed. */
      readCheckout: (id: string) => Promise<ReadOrder | 'not_found' | 'unavailable'>;
    }
    interface Locals {
      language: Language;
      /** The service of this process, if any. */
      service: App.Service | undefined;
      /** The `fetch` that reaches the service, in this process or over the network. */
      serviceFetch: typeof fetch;
      /** The browser's cookie about a card that it sent for this order. */
      sentCard: string | undefined;
      /** Whether this browser sent a payment for this order. */
      isPayer: boolean;
      /** The style sheets and scripts of the page, which its Content-Security-Policy allows; set when it is finished. */
      hashes?: AllowedHashes;
      /** The merchant's colour, set by the code that read the order. */
      accent?: string | undefined;
      /** Whether the page is a preview in a frame of the operators' console; previews are sent without scripts. */
      isPreview?: boolean;
      /** The Content-Security-Policy of a page that is the same for everybody, set by the code that made it. */
      ownPolicy?: string;
    }
  }
}
