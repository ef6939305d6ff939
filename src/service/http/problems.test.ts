import { describe, expect, it } from 'vitest';
import { problemReply, PROBLEMS, type ProblemName, refuse } from './problems.ts';

const ORIGIN = { path: '/api/v1/orders/payin', requestId: 'r', documentationUrl: 'https://x/p' };

function detailOf(...refusal: Parameters<typeof refuse>): unknown {
  const { body } = problemReply(refuse(...refusal), ORIGIN);
  const said = JSON.parse(String(body)) as { detail?: unknown };
  return said.detail;
}

describe('the detail of a problem', () => {
  it.each(Object.keys(PROBLEMS) as ProblemName[])('is a sentence for %s', (name) => {
    expect(detailOf(name)).toEqual(expect.stringMatching(/^.{10,}\.$/));
  });

  it('is the one given with the refusal, if there is one', () => {
    expect(detailOf('not_found', { detail: 'Gone.' })).toBe('Gone.');
  });

  it.each([
    ['a member', { pointer: '/customer/phone' }, '/customer/phone: Is required.'],
    ['a parameter', { parameter: 'size' }, 'size: Is required.'],
    ['the whole body', { pointer: '' }, 'The body: Is required.'],
  ])('names the violation of %s', (_, place, said) => {
    const violation = { ...place, code: 'required', detail: 'Is required.' };
    expect(detailOf('invalid', { errors: [violation] })).toBe(said);
  });

  it('counts the violations after the first', () => {
    const violation = { pointer: '/amount', code: 'required', detail: 'Is required.' };
    expect(detailOf('invalid', { errors: [violation, violation, violation] })).toBe(
      '/amount: Is required. See errors for 2 more.',
    );
  });
});
