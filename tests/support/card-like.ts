/** What agents may send that looks like a card number, in many spellings and places. */

export const FIND = (reference: string) => ['find_orders', { reference_id: reference }] as const;

/** References, and input of other members. */
export const CARD_LIKE = [
  '4242424242424242',
  '4242 4242 4242 4242',
  'card:\n4242\n4242\n4242\n4242\nthanks',
  '4242-\r\n4242-\r\n4242-\r\n4242',
  String.raw`4242\n4242\n4242\n4242`,
  '(4242) -- [4242] -- {4242} -- 4242',
  'four * 4242*4242*4242*4242',
  '４２４２４２４２４２４２４２４２',
  '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
  '\u{1d7dc}\u{1d7da}'.repeat(8),
  '④②④②④②④②④②④②④②④②',
  '4242\u200b4242\u20604242\u00ad4242',
  ['create_payin', { amount: 4242424242424242, currency: 'EUR', method: 'card_eur' }],
  ['create_payin', { amount: 1, currency: 'EUR', method: '4242 4242\n4242 4242' }],
  ['get_order', { id: '4242424242424242' }],
  ['get_balances', { card_number: '4242424242424242' }],
  ['get_balances', { customer: { notes: ['4242 4242', '4242 4242'] } }],
  ['get_balances', { '4242424242424242': true }],
  ['trigger_outcome', { name: '4242.4242.4242.4242' }],
] as const;
