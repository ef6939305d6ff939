import type { Sentence } from './described.ts';

export interface DescribedParameter {
  readonly says: Sentence;
  /** A value as it stands in an address; a list where the parameter may be repeated. */
  readonly example: unknown;
}

/** Parameters of paths, queries and headers, by their names, which mean the same everywhere. */
export const PARAMETERS: Readonly<Record<string, DescribedParameter>> = {
  id: {
    says: 'The id of what is asked for, from the answer that first named it: a UUID, in upper or lower case.',
    example: '6f2b8f0e-3d5a-4c1e-9a57-0d8c2b4e7a10',
  },
  reference_id: {
    says: 'The reference from the create request; empty text is a reference like others.',
    example: 'order-1001',
  },
  page: { says: 'Which page, counted from 1.', example: 1 },
  size: { says: 'How many a page, or the list, has at most.', example: 50 },
  after: {
    says: 'Where the list goes on: `next` of the answer before, a UUID.',
    example: '6f2b8f0e-3d5a-4c1e-9a57-0d8c2b4e7a10',
  },
  order_id: {
    says: 'Only webhooks that carry this order: a UUID.',
    example: '6f2b8f0e-3d5a-4c1e-9a57-0d8c2b4e7a10',
  },
  state: { says: 'Only webhooks in this state.', example: 'failed' },
  sort: {
    says: 'By what, and in which direction: `createDate`, `updateDate` or `amount`, a comma, `asc` or `desc`. Ties are ordered by id. Without it, the newest come first.',
    example: 'createDate,desc',
  },
  groupId: {
    says: 'Only orders of this group, which one request made: a UUID from `group_id`.',
    example: '6f2b8f0e-3d5a-4c1e-9a57-0d8c2b4e7a10',
  },
  startDate: {
    says: 'Only orders made at this instant or later: RFC 3339 with an offset.',
    example: '2026-01-01T00:00:00Z',
  },
  endDate: {
    says: 'Only orders made at this instant or earlier: RFC 3339 with an offset. Without a fraction it means the whole second.',
    example: '2026-01-31T23:59:59.999+01:00',
  },
  startUpdateDate: {
    says: 'Only orders that last changed at this instant or later: RFC 3339 with an offset.',
    example: '2026-01-01T00:00:00Z',
  },
  endUpdateDate: {
    says: 'Only orders that last changed at this instant or earlier: RFC 3339 with an offset. Without a fraction it means the whole second.',
    example: '2026-01-31T23:59:59Z',
  },
  statuses: {
    says: 'Only orders in one of these statuses; repeat the parameter for several, with or without brackets (`statuses[]`, `statuses[0]`).',
    example: ['SUCCESS', 'FAILED'],
  },
  currencies: {
    says: 'Only orders in one of these currencies; repeat the parameter for several, with or without brackets (`currencies[]`, `currencies[0]`).',
    example: ['EUR'],
  },
  accounts: {
    says: 'Only payouts to one of these destinations, in any spelling, or card numbers as answers show them; repeat the parameter for several, with or without brackets. A key may name 60 full card numbers an hour.',
    example: ['424242******4242'],
  },
  'X-Payer-Address': {
    says: 'The IP address of the payer, for 3-D Secure. This and the other X-Payer headers are not signed.',
    example: '203.0.113.7',
  },
  'X-Payer-User-Agent': {
    says: "The User-Agent header of the payer's browser.",
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
  },
  'X-Payer-Accept': {
    says: "The Accept header of the payer's browser.",
    example: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  },
  'X-Payer-Accept-Language': {
    says: "The Accept-Language header of the payer's browser.",
    example: 'de-AT,de;q=0.9',
  },
  'X-Payer-Script': {
    says: 'Whether the form ran with JavaScript. Without the header it is taken to have.',
    example: 'true',
  },
};
