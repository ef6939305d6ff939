import { ownValue } from '../own-value.ts';

/**
 * What the schemes' dispute codes mean, in our words: Visa's dispute conditions 10 to 13, and Mastercard's message reason
 * codes with those that it replaced and acquirers still send. Compared on 26 November 2026 with
 * docs.y.uno/docs/providers-reason-codes (Visa) and docs.antom.com/ac/dispute/mastercard.md (Mastercard's fraud and
 * authorization codes); the others of Mastercard are not compared yet.
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
  '12.2': 'Wrong transaction code: a credit that was charged, for instance',
  '12.3': 'Wrong currency',
  '12.4': 'Wrong account number',
  '12.5': 'Wrong amount',
  '12.6': 'Charged twice, or paid by other means',
  '12.6.1': 'Charged twice',
  '12.6.2': 'Paid by other means',
  '12.7': 'The authorization was got by wrong data',
  '13.1': 'Goods or services not received',
  '13.2': 'A recurring payment that was cancelled',
  '13.3': 'Goods or services not as described, or defective',
  '13.4': 'Counterfeit goods',
  '13.5': 'The terms of sale were misrepresented',
  '13.6': 'A refund that was promised did not come',
  '13.7': 'Goods or services that were cancelled or returned',
  '13.8': 'A credit that the cardholder did not accept',
  '13.9': 'Cash or value not received',
  '4807': 'The card was in the warning bulletin',
  '4808': 'No authorization, or one that was declined or had run out',
  '4812': 'The account is not on file',
  '4831': 'Wrong amount, or paid by other means',
  '4834': 'Charged twice, wrongly or too late',
  '4837': 'Fraud: the cardholder did not authorize it',
  '4840': 'Fraud: several charges, and the cardholder made one of them',
  '4841': 'A recurring payment or digital goods that were cancelled',
  '4842': 'Presented too late',
  '4846': 'Wrong currency',
  '4849': 'The merchant is in a Mastercard program for questionable activity',
  '4853':
    'The cardholder disputes the goods or services: not received, not as described, or cancelled',
  '4854': 'The cardholder disputes the goods or services (United States)',
  '4855': 'Goods or services not provided',
  '4859': 'Services not rendered, an addendum, or a no-show',
  '4860': 'A refund that was promised did not come',
  '4863': 'The cardholder does not recognize the payment',
  '4870': 'Fraud that a chip terminal would have prevented',
  '4871': 'Lost or stolen card: fraud that a chip terminal would have prevented',
};

/** A scheme's dispute code in plain words; undefined for one that is not in the table. */
export function disputeReason(code: string): string | undefined {
  return ownValue(CODES, code);
}
