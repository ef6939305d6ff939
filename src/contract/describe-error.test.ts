import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

const CANARY = 'quill.vander@canary.example';
const CARD = '4242424242424242';

function said(thrown: unknown) {
  return JSON.stringify(describeError(thrown));
}

describe('describeError', () => {
  it('shows the place and message of our own error', () => {
    const described = describeError(new Error('A gate without an account'));
    expect(described).toMatchObject({ type: 'Error', message: 'A gate without an account' });
    expect(described.stack?.[0]).toContain('describe-error.test.ts');
  });

  it("shows PostgreSQL's fixed members, and no values", () => {
    const error = Object.assign(new Error(`duplicate key: (${CANARY})`), {
      name: 'error',
      code: '23505',
      severity: 'ERROR',
      table: 'payins',
      constraint: 'payins_reference_key',
      routine: '_bt_check_unique',
      detail: `Key (email)=(${CANARY}) already exists.`,
      where: CANARY,
      hint: CANARY,
      internalQuery: CANARY,
      query: `insert into payins values ('${CANARY}')`,
      params: [CANARY],
      client: { processID: 4711, secretKey: 8_152_342 },
    });
    expect(describeError(error)).toMatchObject({
      code: '23505',
      severity: 'ERROR',
      table: 'payins',
      constraint: 'payins_reference_key',
      routine: '_bt_check_unique',
    });
    expect(said(error)).not.toMatch(/canary|8152342|4711/);
  });

  it.each([
    ['a JSON text', () => void JSON.parse(`{"email":"${CANARY}",}`)],
    ['a number', () => void BigInt(CANARY)],
    ['an address', () => new URL(`http://[${CANARY}]`)],
  ])('shows nothing of %s that could not be parsed', (_what, fail) => {
    expect(said(thrownBy(fail))).not.toContain('canary');
    expect(describeError(thrownBy(fail)).stack?.length).toBeGreaterThan(0);
  });

  it('does not mistake lines of a message for the stack', () => {
    const error = new TypeError(`cannot read\n    at ${CANARY} (file:1:2)\n    at ${CARD}:1:2`);
    expect(said(error)).not.toMatch(/canary|4242/);
  });

  it.each(['service/service.js', 'server/chunks/log.js'])(
    'shows no message of an error from %s, which also contains packages',
    (built) => {
      const error = new Error(CANARY);
      error.stack = `Error: ${CANARY}\n    at parse (file:///home/x/src/tollgate/build/${built}:1:2)`;
      expect(said(error)).not.toContain('canary');
    },
  );

  it('shows no value as a name or a code', () => {
    const error = Object.assign(new Error('x'), { name: CANARY, code: CARD, table: { CANARY } });
    expect(said(error)).not.toMatch(/canary|4242/);
  });

  it('follows causes, up to a limit', () => {
    const root = Object.assign(new TypeError(CANARY), { code: 'ECONNREFUSED', syscall: 'connect' });
    const error = new Error('The bank was not asked', {
      cause: new AggregateError([root], CANARY),
    });
    expect(describeError(error)).toMatchObject({
      cause: { errors: [{ type: 'TypeError', code: 'ECONNREFUSED', syscall: 'connect' }] },
    });
    error.cause = error;
    expect(said(error).length).toBeLessThan(20_000);
    expect(said(error)).not.toContain('canary');
  });

  it.each([[CANARY], [{ email: CANARY }], [null], [undefined]])(
    'shows only the type of %j',
    (thrown) => {
      expect(describeError(thrown)).toEqual({ type: typeof thrown });
    },
  );
});

function thrownBy(fail: () => unknown): unknown {
  try {
    fail();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
}
