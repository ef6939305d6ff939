import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { optionsOf } from '#service/operator/command-options.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const list = z.array(
  z
    .object({
      name: z.string(),
      summary: z.string(),
      input: z.record(z.string(), z.unknown()),
      isDownload: z.literal(true).optional(),
    })
    .transform(({ input, ...command }) => ({ ...command, options: optionsOf(input) })),
);
type Command = z.output<typeof list>[number];

const running = serviceForTests();
let headers: Record<string, string>;
let commands: Command[];

beforeAll(async () => {
  const key = await readFile(join(running.dataDirectory, 'operator.key'), 'utf8');
  headers = { authorization: `Bearer ${key.trim()}`, 'content-type': 'application/json' };
  const answer = await fetch(`${running.operatorUrl}/api/operator/v1/commands`, { headers });
  // That one ends the key with which these calls are made.
  commands = list.parse(await answer.json()).filter(({ name }) => name !== 'operator-key rotate');
});

/** Returns a valid value of each kind that names no existing object. */
function plausible(value: string): string {
  if (value === 'UUID') return randomUUID();
  if (value === 'INSTANT') return '2026-03-01T00:00:00Z';
  if (value === 'NUMBER') return '1';
  const [first = ''] = value.split('|');
  return first === first.toLowerCase() ? first : '1';
}

function inputFor({ options }: Command, changes: Record<string, unknown> = {}): object {
  const required = options.filter((option) => option.required);
  return {
    ...Object.fromEntries(required.map(({ name, value }) => [name, plausible(value)])),
    ...changes,
  };
}

function requestFor(command: Command, changes: Record<string, unknown>): Request {
  const url = `${running.operatorUrl}/api/operator/v1/${command.name.replace(' ', '/')}`;
  const input = inputFor(command, changes);
  if (command.isDownload !== true) {
    return new Request(url, { method: 'POST', headers, body: JSON.stringify(input) });
  }
  const texts = Object.entries(input).map(([name, value]) => [name, String(value)]);
  return new Request(`${url}?${new URLSearchParams(texts).toString()}`, { headers });
}

const HOSTILE: unknown[] = [
  'a\0b',
  '\ud800',
  'x\udc00',
  '',
  ' ',
  'x'.repeat(20_000),
  '9'.repeat(30),
  '1e999',
  '-1',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  'https://[::1',
  'none',
  randomUUID(),
  1,
  1e300,
  null,
  true,
  [],
  {},
];

describe("an operator's input", () => {
  it('never makes the service fail, whatever the value of any option of any command', async () => {
    const calls = commands.flatMap((command) =>
      command.options.flatMap(({ name }) =>
        HOSTILE.map((value) => ({ command, changes: { [name]: value } })),
      ),
    );
    const bugs: string[] = [];
    for (const { command, changes } of calls) {
      // There are thousands of calls, and a socket takes longer than a command.
      const answer = await running.service.fetchOperator(requestFor(command, changes));
      await answer.text();
      const { status } = answer;
      const call = `${command.name} ${JSON.stringify(changes)}`;
      if (![200, 400, 404, 409].includes(status)) bugs.push(`${call}: ${status}`);
    }
    expect(commands.length).toBeGreaterThan(10);
    expect(bugs).toEqual([]);
  });

  it.each([
    ['NUL', 'Shop\0'],
    ['the first half of a character', 'Shop \ud83d'],
    ['the second half of a character', '\ude00 Shop'],
  ])('with %s is refused with an explanation', async (_what, name) => {
    const merchant = running.sandbox.merchant_id;
    const answer = await running.operator('merchants brand', { merchant, name });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        detail: 'The input is not valid.',
        errors: [
          {
            pointer: '/name',
            detail:
              'Must not contain NUL or an incomplete character, which databases cannot store.',
          },
        ],
      },
    });
  });

  it('without a required option, or with an unknown one, is refused naming it', async () => {
    const answer = await running.operator('keys revoke', { kee: 'x' });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: [
          { pointer: '/key', code: 'required', detail: 'Is required.' },
          { pointer: '/kee', code: 'unknown_field', detail: 'Is unknown.' },
        ],
      },
    });
  });

  it('has to be a JSON object', async () => {
    for (const body of ['', 'x', '[]', '"text"', 'null']) {
      const answer = await fetch(`${running.operatorUrl}/api/operator/v1/ledger/check`, {
        method: 'POST',
        headers,
        body,
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        errors: [{ pointer: '', code: 'type', detail: 'The input must be a JSON object.' }],
      });
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'has to have a JSON content type, not %j',
    async (type) => {
      const answer = await running.service.fetchOperator(
        new Request(`${running.operatorUrl}/api/operator/v1/ledger/check`, {
          method: 'POST',
          headers: { ...headers, 'content-type': type },
          body: Buffer.from('{}'),
        }),
      );
      expect(answer.status).toBe(415);
    },
  );

  it('must give each member once', async () => {
    const merchant = JSON.stringify(running.sandbox.merchant_id);
    const answer = await fetch(`${running.operatorUrl}/api/operator/v1/keys/issue`, {
      method: 'POST',
      headers,
      body: `{"merchant":${merchant},"merchant":${merchant}}`,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [{ pointer: '/merchant', code: 'repeated', detail: 'Must be given once.' }],
    });
  });

  it('may have 64 KiB, or more only if it contains a file', async () => {
    const text = 'x'.repeat(64 * 1_024);
    const { status } = await running.operator('payins comment', { order: randomUUID(), text });
    expect(status).toBe(413);
    const deployment = { merchants: [{ name: 'Large', logo_url: text }] };
    expect((await running.operator('apply', { deployment })).status).toBe(400);
  });
});

describe("the list of an operator's commands", () => {
  it('shows the options of each', () => {
    expect(commands.find(({ name }) => name === 'keys rotate')?.options).toEqual([
      { name: 'key', isPositional: true, isSwitch: false, value: 'id', required: true },
      {
        name: 'overlap_hours',
        isPositional: false,
        isSwitch: false,
        value: 'number',
        required: false,
        default: '24',
        description: 'Hours that the old one keeps working.',
      },
      {
        name: 'kind',
        isPositional: false,
        isSwitch: false,
        value: 'live|test',
        choices: ['live', 'test'],
        required: false,
        default: 'live',
      },
      {
        name: 'reason',
        isPositional: false,
        isSwitch: false,
        value: 'text',
        required: false,
        description: 'Kept in the audit.',
      },
    ]);
  });

  it('has no unknown command, which gets 404', async () => {
    expect(await running.operator('keys rotates')).toMatchObject({
      status: 404,
      body: { detail: 'There is no command keys rotates.' },
    });
  });
});
