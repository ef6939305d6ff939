/** The specification's tables of parameters of the list and by-reference endpoints. */
import { randomUUID } from 'node:crypto';
import { NOT_UUIDS, padded } from './values.ts';

export interface ParameterRow {
  parameter: string;
  required?: true;
  accepted: readonly string[];
  /** Refused values by the code of their violation. */
  refused: Readonly<Record<string, readonly string[]>>;
  /** Whether several values may be given. */
  repeats?: true;
}

const INSTANTS = {
  accepted: [
    '2026-03-01T00:00:00Z',
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T00:00:00.123456Z',
    '2026-03-01T02:30:00+02:30',
    '2026-03-01T00:00:00-12:00',
    '2024-02-29T23:59:59Z',
  ],
  refused: {
    date_time: [
      '',
      'yesterday',
      '2026-03-01',
      '2026-03-01T00:00:00',
      '2026-03-01 00:00:00',
      '2026-02-30T00:00:00Z',
      '2025-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-03-01T24:01:00Z',
      '2026-03-01T00:60:00Z',
      '2026-03-01T00:00:00+25:00',
      '2026-3-1T00:00:00Z',
      '1772323200',
      '2026-03-01T00:00Z',
    ],
  },
};

export const LIST_ROWS: ParameterRow[] = [
  {
    parameter: 'page',
    required: true,
    accepted: ['1', '2', '1000000'],
    refused: {
      range: ['', '0', '-1', '1.0', '1.5', 'one', '1e1', '0x1', ' 1', '+1', '9'.repeat(30)],
    },
  },
  {
    parameter: 'size',
    required: true,
    accepted: ['1', '2', '199', '200'],
    refused: { range: ['', '0', '-1', '201', '1.5', 'all', '1e2', '9'.repeat(30)] },
  },
  {
    parameter: 'sort',
    accepted: [
      'createDate,asc',
      'createDate,desc',
      'updateDate,asc',
      'updateDate,desc',
      'amount,asc',
      'amount,desc',
      'createDate,ASC',
      'createDate,Desc',
    ],
    refused: {
      sort: ['', 'createDate', 'createDate,', ',asc', 'createDate,up', 'createdate,asc', 'id,asc']
        .concat(['create_date,asc', 'createDate,asc,id,asc', 'createDate;asc', 'createDate asc'])
        .concat(['status,asc', "createDate,asc'--"]),
    },
  },
  {
    parameter: 'groupId',
    accepted: [randomUUID(), randomUUID().toUpperCase()],
    refused: { format: NOT_UUIDS },
  },
  { parameter: 'startDate', ...INSTANTS },
  { parameter: 'endDate', ...INSTANTS },
  { parameter: 'startUpdateDate', ...INSTANTS },
  { parameter: 'endUpdateDate', ...INSTANTS },
  {
    parameter: 'statuses',
    repeats: true,
    accepted: ['CREATED', 'IN_PROGRESS', 'PROCESS_PENDING', 'SUCCESS', 'FAILED', 'CLOSED'],
    refused: { enum: ['', 'created', 'DONE', 'CREATED,FAILED', 'CREATED '] },
  },
  {
    parameter: 'currencies',
    repeats: true,
    accepted: ['USD', 'EUR', 'UAH', 'KZT', 'USDT_TRON'],
    refused: { enum: ['', 'eur', 'GBP', 'EUR,USD', 'USDT'] },
  },
];

export const ACCOUNTS_ROW: ParameterRow = {
  parameter: 'accounts',
  repeats: true,
  accepted: ['', 'DE89370400440532013000', '+4930123456', '4242424242424242', padded(255)],
  refused: { length: [padded(256)], pattern: ['a\u0000b'] },
};

export const REFERENCE_ROW: ParameterRow = {
  parameter: 'reference_id',
  required: true,
  // Those that no order can have find none.
  accepted: ['', 'A.z=0-9', 'a b', 'a_b', 'ä', 'a/b', "a'b", 'a\u0000', padded(255), padded(256)],
  refused: {},
};
