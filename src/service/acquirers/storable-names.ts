import { cardBrand } from '#domain/card/brand.ts';
import { findCardNumber } from '#domain/card/find-number.ts';
import { maskCardNumber } from '#domain/card/number.ts';
import { storableStart } from '#domain/text.ts';
import type {
  Acquirer,
  DisputeNotice,
  Notice,
  Notification,
  ReportedPayment,
  SkippedItem,
} from './port.ts';

const MAX_EVENT_LENGTH = 100;
const MAX_NAME_LENGTH = 255;

/** Returns an acquirer in whose notifications the names of events and of its records may be stored, logged and shown. */
export function withStorableNames(acquirer: Acquirer): Acquirer {
  const { cards, payouts, transfers, refunds } = acquirer;
  const read = acquirer.readNotification?.bind(acquirer);
  if (read === undefined) return acquirer;
  return {
    cards,
    payouts,
    transfers,
    refunds,
    check: (signal) => acquirer.check(signal),
    async readNotification(headers, body) {
      const reading = await read(headers, body);
      if (!reading.ok && reading.problem === 'unreadable') {
        return { ...reading, event: reading.event && eventName(reading.event) };
      }
      if (!reading.ok) return reading;
      const notifications = reading.notifications.map(storable);
      const skipped = reading.skipped?.map(storableItem);
      return { ok: true, notifications, ...(skipped && { skipped }) };
    },
  };
}

function storable(
  given: Notification | Notice | DisputeNotice,
): Notification | Notice | DisputeNotice {
  switch (given.kind) {
    case 'notice':
      return { ...given, ...storableEvent(given) };
    case 'dispute':
      return { ...given, ...storableEvent(given), reference: storableName(given.reference) };
    default:
      return { ...given, reported: given.reported && storableReport(given.reported) };
  }
}

function storableEvent({ about, id, event }: Pick<Notice, 'about' | 'id' | 'event'>) {
  return {
    about: about !== undefined && 'reference' in about ? withReference(about) : about,
    id: storableName(id),
    event: eventName(event),
  };
}

function storableItem({ why, event }: SkippedItem): SkippedItem {
  return { why, event: event && eventName(event) };
}

function storableReport(given: ReportedPayment): ReportedPayment {
  const { event, ownReference } = given;
  const own = ownReference === undefined ? {} : { ownReference: storableName(ownReference) };
  return { ...withReference(given), ...own, event: eventName(event) };
}

function eventName(event: string): string {
  return storableStart(storableName(event), MAX_EVENT_LENGTH);
}

/** The reference of a payment is only cut: the acquirer is called with it. */
function withReference<Referring extends { reference: string }>(given: Referring): Referring {
  return { ...given, reference: storableStart(given.reference, MAX_NAME_LENGTH) };
}

/**
 * Returns as much of an identifier as may be stored. A card number in it is masked rather than dropped, so that it
 * still identifies. Only numbers of known brands count: some acquirers' references are numbers with a valid check digit.
 */
export function storableName(name: string): string {
  const kept = storableStart(name, MAX_NAME_LENGTH);
  const number = brandNumberIn(kept);
  if (number === undefined) return kept;
  // An identifier may join several references, each of which must stay different from others.
  const masked = kept.replaceAll(/\d{12,19}/g, (run) =>
    brandNumberIn(run) === undefined ? run : maskCardNumber(run),
  );
  return brandNumberIn(masked) === undefined ? masked : maskCardNumber(number);
}

function brandNumberIn(text: string): string | undefined {
  const number = findCardNumber(text);
  return number === undefined || cardBrand(number) === undefined ? undefined : number;
}
