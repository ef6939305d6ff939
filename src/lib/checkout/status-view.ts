import type { State } from '../i18n/messages.ts';

/** What the status page shows, and where it goes by itself. */
export interface StatusView {
  state: Extract<
    State,
    | 'waiting'
    | 'challenge'
    | 'bankWaits'
    | 'paid'
    | 'pending'
    | 'declined'
    | 'expired'
    | 'cancelled'
  >;
  /** The merchant's page for this outcome, or the bank's for a challenge. */
  leaveTo?: string | undefined;
  /** The bank's page, where the shopper has been sent before: a link, no automatism. */
  bankPage?: string | undefined;
  /** Whether the challenge may be given up for another card. */
  mayTakeAnotherCard?: boolean | undefined;
  /** While the outcome is open: this page's own address, to be asked for again. */
  again?: string | undefined;
  /** How long a script polls before it asks for the page anew; the server then judges the wait. */
  patienceMs?: number | undefined;
}
