import { expect, it } from 'vitest';
import { readableLine } from './readable-line.ts';

it('shows the message, and each field with its name', () => {
  const event = {
    level: 40,
    time: 1,
    pid: 2,
    terminal: 'upstream',
    failures: 3,
    msg: 'Calls fail',
  };
  expect(readableLine(event)).toBe('Calls fail  terminal=upstream  failures=3');
});

it('is one line for any values', () => {
  expect(readableLine({ path: 'a\nb c', orderId: null, rules: ['x'] })).toBe(
    String.raw`path="a\nb c"  orderId=null  rules=["x"]`,
  );
});

it('shows unseen characters of any text', () => {
  expect(readableLine({ msg: 'from \u001b[2J\nx', name: '\u202eAcme\u009b' })).toBe(
    String.raw`from \u001b[2J\u000ax  name="\u202eAcme\u009b"`,
  );
});

it("shows an error's kind, code, message and place", () => {
  const err = {
    type: 'Error',
    code: 'ECONNREFUSED',
    message: 'No answer',
    stack: ['at a', 'at b'],
  };
  expect(readableLine({ msg: 'It failed', err })).toBe(
    'It failed  err="Error ECONNREFUSED No answer at a"',
  );
});
