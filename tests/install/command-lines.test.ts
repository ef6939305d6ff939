/** What command lines print of a server's answer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listen, type Listening } from '../support/network/listen.ts';
import { PROJECT } from '../support/documents.ts';
import { COMPILE_CACHE } from '../support/process/program.ts';

const ID = '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11';
/** Clears the screen, in two spellings, rings, and turns the text around. */
const FOREIGN = 'a\u001b[2J\u009b2J\u0007\u202eb\u2066\u2028c\u007f';
const VISIBLE = String.raw`a\u001b[2J\u009b2J\u0007\u202eb\u2066\u2028c\u007f`;
const UNSEEN = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

const COMMANDS = ['merchants list', 'merchants show'].map((name) => ({
  name,
  summary: `Does ${FOREIGN}`,
  input: { type: 'object', properties: {} },
}));
const REFUSAL = {
  type: 'about:blank',
  title: `Refused ${FOREIGN}`,
  status: 400,
  detail: `Because ${FOREIGN}`,
  problems: [FOREIGN],
  request_id: ID,
};
const FINDING = { rule: FOREIGN, subject: FOREIGN, currency: null, expected: '1', found: FOREIGN };
const REFUND = {
  id: ID,
  payin_id: ID,
  reference_id: 'r',
  status: 'SUCCESS',
  currency: 'EUR',
  amount: 1,
  fee: 0,
  total: 1,
  comment: FOREIGN,
  create_date: 1,
  update_date: 1,
};

const MERCHANTS = [{ id: ID, name: FOREIGN, tags: [FOREIGN] }];
const DEPLOYMENT = { merchants: [{ name: FOREIGN, plain: 'Acme' }] };

const ANSWERS: Readonly<Record<string, [status: number, body: unknown]>> = {
  '/api/operator/v1/commands': [200, COMMANDS],
  '/api/operator/v1/merchants/list': [200, { items: MERCHANTS }],
  '/api/operator/v1/merchants/show': [400, REFUSAL],
  '/api/operator/v1/ledger/check': [200, { ok: false, movements: 1, findings: [FINDING] }],
  '/api/operator/v1/export': [200, DEPLOYMENT],
  [`/api/merchant/v1/refunds/${ID}`]: [200, REFUND],
  '/api/merchant/v1/refunds': [400, REFUSAL],
  '/api/merchant/v1/requests': [400, { ...REFUSAL, title: 'Refused\r', detail: 'One\nSuccess' }],
};

let server: Listening;

beforeAll(async () => {
  server = await listen(
    createServer((request, response) => {
      const [status, body] = ANSWERS[request.url ?? ''] ?? [404, REFUSAL];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }),
  );
});
afterAll(() => server.close());

async function printedBy(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(PROJECT, program), ...args], {
    env: {
      PATH: process.env['PATH'],
      ...COMPILE_CACHE,
      OPERATOR_URL: server.baseUrl,
      OPERATOR_TOKEN: 'tgo_token',
      TOLLGATE_BASE_URL: server.baseUrl,
      TOLLGATE_API_KEY_ID: ID,
      TOLLGATE_API_SECRET: 'secret',
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  await once(child, 'close');
  return text;
}

describe('text of a server', () => {
  it.each<[program: string, args: string[]]>([
    ['scripts/operator/operator.ts', ['merchants', 'list']],
    ['scripts/operator/operator.ts', ['merchants', 'list', '--json']],
    ['scripts/operator/operator.ts', ['merchants', 'show']],
    ['scripts/operator/operator.ts', ['merchants', 'list', '--help']],
    ['scripts/operator/ledger-check.ts', []],
    ['packages/tollgate/cli.ts', ['refunds', 'show', ID]],
    ['packages/tollgate/cli.ts', ['refunds', 'create', ID]],
  ])('gives the terminal of %s %j no commands, and shows them', async (program, args) => {
    const text = await printedBy(program, args);
    expect(text).toContain(VISIBLE);
    expect(text).not.toMatch(UNSEEN);
  });

  it("stays on the line of the merchant's command line that shows it", async () => {
    const refused = await printedBy('packages/tollgate/cli.ts', ['logs']);
    expect(refused.trimEnd()).toBe(String.raw`Refused\u000d: One\u000aSuccess`);
  });

  it('is the same when it is read back from JSON, and from YAML', async () => {
    const listed = await printedBy('scripts/operator/operator.ts', ['merchants', 'list', '--json']);
    expect(JSON.parse(listed)).toEqual(MERCHANTS);
    const exported = await printedBy('scripts/operator/operator.ts', ['export']);
    expect(exported).not.toMatch(UNSEEN);
    expect(parse(exported)).toEqual(DEPLOYMENT);
  });
});
