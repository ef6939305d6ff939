import type { BrandRow } from './number.ts';

/** Every brand of credit-card-type. Made by `npm run generate -- brands`; nobody writes here. */
export const BRAND_ROWS: readonly BrandRow[] = [
  { id: 'visa', prefixes: '4', gaps: [4, 8, 12], shortest: 16, codeLength: 3 },
  {
    id: 'mastercard',
    prefixes: '51-5 2221-9 223-9 23-6 270-1 2720',
    gaps: [4, 8, 12],
    shortest: 16,
    codeLength: 3,
  },
  { id: 'amex', prefixes: '34 37', gaps: [4, 10], shortest: 15, codeLength: 4 },
  { id: 'diners', prefixes: '300-5 36 38 39', gaps: [4, 10], shortest: 14, codeLength: 3 },
  { id: 'discover', prefixes: '6011 644-9 65', gaps: [4, 8, 12], shortest: 16, codeLength: 3 },
  {
    prefixes:
      '9792 650052 650082-3 650092 650161 650170 650173 650175 650268 650271 650273-4 650456-7 650836 650846-50 650923 650987 650990 654997 657366 657998 658758 658767-8 65083700-4 65085800-4 65085900-1 65086000 65086100-5 65086200-3 65875000-3 65875009 65875101-4 65875200 65875501 65875601 65875900 65876000-2 65876100-3 65876110 65876115-6 65876200-1 65876500 65876504-5 65876600-2 65877100-1 65877600-2 65877700 65877801-2 65878200-2 65878300-11 65878400-5 65878500-5 65878600-1 65879800 65880800 65880900',
    gaps: [4, 8, 12],
    shortest: 16,
    codeLength: 3,
  },
  { id: 'jcb', prefixes: '2131 1800 3528-89', gaps: [4, 8, 12], shortest: 16, codeLength: 3 },
  {
    id: 'unionpay',
    prefixes:
      '620 62100-82 62184-7 62185-97 62200-5 622010-999 622018 62207-9 623-6 6270 6272 6276 627700-79 627781-99 6282-9 6291 6292 810 8110-31 8132-51 8152-63 8164-71',
    gaps: [4, 8, 12],
    shortest: 14,
    codeLength: 3,
  },
  { prefixes: '589562 402918 527572', gaps: [4, 8, 12], shortest: 16, codeLength: 3 },
  {
    prefixes:
      '506099-127 506129 506133-50 506158-63 506166 506168 506170 506173 506176-80 506184 506187-8 506191 506195 506197 507865 507866 507868-77 507880-8 507900 507941',
    gaps: [4, 8, 12],
    shortest: 16,
    codeLength: 3,
  },
  {
    id: 'maestro',
    prefixes: '493698 500000-4174 504176-6698 506779-8999 56-9 63 67 6',
    gaps: [4, 8, 12],
    shortest: 12,
    codeLength: 3,
  },
  {
    prefixes:
      '401178 401179 438935 457631 457632 431274 451416 457393 504175 506699-778 509000-999 627780 636297 636368 650031-3 650035-51 650405-39 650485-538 650541-98 650700-18 650720-7 650901-78 651652-79 655000-19 655021-58',
    gaps: [4, 8, 12],
    shortest: 16,
    codeLength: 3,
  },
  { id: 'mir', prefixes: '2200-4', gaps: [4, 8, 12], shortest: 16, codeLength: 3 },
  {
    prefixes: '637095 63737423 63743358 637568 637599 637609 637612',
    gaps: [4, 8, 12],
    shortest: 16,
    codeLength: 3,
  },
  { prefixes: '606282', gaps: [4, 8, 12], shortest: 16, codeLength: 3 },
];

/** As the schemes write themselves, in the order of the rows. */
export const BRAND_NAMES: readonly string[] = [
  'Visa',
  'Mastercard',
  'American Express',
  'Diners Club',
  'Discover',
  'Troy',
  'JCB',
  'UnionPay',
  'Naranja',
  'Verve',
  'Maestro',
  'Elo',
  'Mir',
  'Hiper',
  'Hipercard',
];
