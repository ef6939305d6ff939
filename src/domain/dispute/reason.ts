import { ownValue } from '../own-value.ts';

/**
 * The meanings of the schemes' dispute codes, in our words: Visa's dispute conditions 10 to 13, and Mastercard's
 * message reason codes, including replaced codes that acquirers still send. Compared on 26 November 2026 with
 * docs.y.uno/docs/providers-reason-codes (Visa) and docs.antom.com/ac/dispute/mastercard.md (Mastercard's fraud and
 * authorization codes); Mastercard's other codes have not been compared yet.
 */
const CODES: Readonly<Record<string, string>> = {
  '10.1': 'Counterfeit card: fraud that a chip terminal would have prevented',
  '10.2': 'Lost or stolen card: fraud that a chip terminal would have prevented',
  '10.3': 'Fraud where the card was present',
  '10.4': 'Fraud where the card was absent: the cardholder did not take part',
  '10.5': "Fraud that Visa's monitoring program identified",
  '11.1': 'The card was in the recovery bulletin',
  '11.2': 'The authorization was declined',
  '11.3': 'No authorization, or not for this amount',
  '12.1': 'Presented too late',
  '12.2': 'Wrong transaction code, such as a charge instead of a credit',
  '12.3': 'Wrong currency',
  '12.4': 'Wrong account number',
  '12.5': 'Wrong amount',
  '12.6': 'Charged twice, or paid by other means',
  '12.6.1': 'Charged twice',
  '12.6.2': 'Paid by other means',
  '12.7': 'The authorization was obtained with wrong data',
  '13.1': 'Goods or services not received',
  '13.2': 'Cancelled recurring payment',
  '13.3': 'Goods or services not as described, or defective',
  '13.4': 'Counterfeit goods',
  '13.5': 'The terms of sale were misrepresented',
  '13.6': 'A promised refund was not received',
  '13.7': 'Cancelled or returned goods or services',
  '13.8': 'The cardholder did not accept a credit',
  '13.9': 'Cash or value not received',
  '4807': 'The card was in the warning bulletin',
  '4808': 'No authorization, or a declined or expired one',
  '4812': 'The account is not on file',
  '4831': 'Wrong amount, or paid by other means',
  '4834': 'Charged twice, incorrectly or too late',
  '4837': 'Fraud: the cardholder did not authorize it',
  '4840': 'Fraud: the cardholder made only one of several charges',
  '4841': 'Cancelled recurring payment or digital goods',
  '4842': 'Presented too late',
  '4846': 'Wrong currency',
  '4849': 'The merchant is in a Mastercard program for questionable activity',
  '4853':
    'The cardholder disputes the goods or services: not received, not as described, or cancelled',
  '4854': 'The cardholder disputes the goods or services (United States)',
  '4855': 'Goods or services not provided',
  '4859': 'Services not rendered, an addendum, or a no-show',
  '4860': 'A promised refund was not received',
  '4863': 'The cardholder does not recognize the payment',
  '4870': 'Fraud that a chip terminal would have prevented',
  '4871': 'Lost or stolen card: fraud that a chip terminal would have prevented',
};

/** Returns a dispute code's meaning; undefined for a code that is not in the table. */
export function disputeReason(code: string): string | undefined {
  return ownValue(CODES, code);
}
