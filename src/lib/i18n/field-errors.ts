/** What can be wrong with what was typed: keys of the message catalogue, in which the remedy stands. */
export const FIELD_ERRORS = [
  'numberRequired',
  'numberIncomplete',
  'numberInvalid',
  'numberNotAccepted',
  'expiryRequired',
  'expiryInvalid',
  'expiryMonth',
  'expiryPast',
  'codeRequired',
  'codeThreeDigits',
  'codeFourDigits',
  'nameRequired',
  'nameIsCardNumber',
  'nameInvalid',
  'emailInvalid',
] as const;
export type FieldError = (typeof FIELD_ERRORS)[number];
