import { formatExpiry } from '../card-form/expiry-format.ts';
import { editCardNumber, formatCardNumber } from '../card-form/number-format.ts';
import { inputOf } from './fields.ts';
import { formatAsTyped } from './format-as-typed.ts';

/** Groups the card number as it is typed. */
export function formatNumberAsTyped(): void {
  formatAsTyped(inputOf('number'), editCardNumber, formatCardNumber);
}

/** Formatted as it is typed, at its end; an edit in the middle is left as it is until the field is left. */
export function formatExpiryAsTyped(): void {
  formatAsTyped(
    inputOf('expiry'),
    ({ text, caret, kind }) => {
      if (caret !== text.length) return { text, caret };
      const formatted = formatExpiry(text, kind);
      return { text: formatted, caret: formatted.length };
    },
    (text) => formatExpiry(text, 'other'),
  );
}
