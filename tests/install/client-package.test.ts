// @module-tag apart
/** The client package for merchants' developers, installed from its tarball in an otherwise empty project. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { COMPILER } from '../../scripts/release/client/declare-types.ts';
import { runCommandLine } from '../../packages/tollgate/cli/run.ts';
import { verifyWebhook } from '#contract/signature/webhook.ts';
import { startReceiver } from '../support/network/receiver.ts';
import { createdPayin } from '../support/orders/orders.ts';
import { PROJECT } from '../support/documents.ts';
import { PROGRAM, SEEN } from '../../scripts/test/client-try/client-program.ts';
import { freePort } from '../support/process/free-port.ts';
import { startService, type RunningService } from '../support/process/service.ts';
import { tmpdir } from 'node:os';
import { packClient } from '../../scripts/release/client/pack-client.ts';

function FIND(reference: string) {
  return ['find_orders', { reference_id: reference }] as const;
}

/** Texts that look like card numbers, which agents may send as references or other members. */
const CARD_LIKE = [
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

/** The dependencies that an installation from the registry would add to the package. */
const BESIDE = ['zod'];

/** Packs the package and unpacks it in an otherwise empty project. @returns the project's folder */
async function installInEmptyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-empty-'));
  const installed = join(folder, 'node_modules/tollgate');
  await mkdir(installed, { recursive: true });
  const tarball = await packClient(join(folder, 'dist'));
  const unpack = ['xzf', tarball, '--strip-components=1', '-C', installed];
  await promisify(execFile)('tar', unpack);
  for (const name of BESIDE) {
    await symlink(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

const run = promisify(execFile);

let folder: string;
let running: RunningService;

beforeAll(async () => {
  [folder, running] = await Promise.all([installInEmptyProject(), startService()]);
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true });
});

it("the package's types compile in a strict project", async () => {
  await writeFile(join(folder, 'program.ts'), PROGRAM);
  const options = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022'];
  const modules = ['--module', 'nodenext', '--lib', 'es2024,dom'];
  const { stdout } = await run(join(PROJECT, COMPILER), [...options, ...modules, 'program.ts'], {
    cwd: folder,
  });
  expect(stdout).toBe('');
});

it('the client creates, repeats, lists and verifies', async () => {
  const { baseUrl, sandbox } = running;
  const { stdout } = await run(process.execPath, ['program.js'], {
    cwd: folder,
    env: {
      BASE_URL: baseUrl,
      KEY_ID: sandbox.api_key_id,
      SECRET: sandbox.api_secret,
      METHOD: sandbox.methods['card_eur'],
    },
  });
  expect(JSON.parse(stdout)).toEqual(SEEN);
});

/** Matches imports at the start of a line, since comments contain imports too. */
const IMPORTED = /^(?:import|export|\}).*? from ["']([^"'.][^"']*)["']/gm;

it('the package needs only zod, and has no import that only this project can resolve', async () => {
  const installed = join(folder, 'node_modules/tollgate');
  const files = await readdir(installed, { recursive: true });
  const texts = await Promise.all(
    files
      .filter((name) => /\.(js|ts|json)$/.test(name))
      .map((name) => readFile(join(installed, name), 'utf8')),
  );
  const imported = texts.flatMap((text) => [...text.matchAll(IMPORTED)].map(([, name]) => name));
  const packages = new Set(imported.map((name) => /^zod\b/.exec(name ?? '')?.[0] ?? name));
  const others = [...packages].filter(
    (name) => !builtinModules.includes(name?.replace('node:', '') ?? ''),
  );
  expect(others).toEqual(['zod']);
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({
    dependencies: { zod: expect.stringMatching(/^\^4/) as string },
  });
});

/** Runs the command. @returns its output and exit code */
async function tollgate(...args: string[]): Promise<{ code: number; said: string }> {
  return tollgateUntil(new AbortController().signal, [], ...args);
}

/** Written once, since concurrent commands could read a half-written file. */
let settingsFile: Promise<string> | undefined;

async function writeSettings(): Promise<string> {
  const { base_url: _, ...keys } = running.sandbox;
  const file = join(folder, 'sandbox.json');
  await writeFile(file, JSON.stringify({ ...keys, base_url: running.baseUrl }));
  return file;
}

async function tollgateUntil(
  signal: AbortSignal,
  lines: string[],
  ...args: string[]
): Promise<{ code: number; said: string }> {
  const file = await (settingsFile ??= writeSettings());
  const print = (text: string) => lines.push(text);
  const code = await runCommandLine({
    args,
    env: { TOLLGATE_SANDBOX: file },
    out: print,
    err: print,
    signal,
  });
  return { code, said: lines.join('\n') };
}

it('the command prints its help, and explains usage errors', async () => {
  const command = join(folder, 'node_modules/tollgate/cli.js');
  const { stdout } = await run(process.execPath, [command, 'help'], { cwd: folder });
  expect(stdout).toMatch(/^ {2}trigger \[options\]/m);
  await expect(run(process.execPath, [command, 'tigger'], { cwd: folder })).rejects.toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('(Did you mean trigger?)') as string,
  });
  for (const name of ['sign', 'verify', 'trigger', 'listen', 'logs', 'mcp']) {
    const { code, said } = await tollgate(name, '--help');
    expect([code, said]).toEqual([0, expect.stringContaining(`Usage: tollgate ${name}`)]);
  }
  expect(await tollgate('tigger')).toEqual({
    code: 2,
    said: expect.stringContaining('(Did you mean trigger?)') as string,
  });
  expect(await tollgate('sign', '--loud')).toMatchObject({ code: 2 });
  expect(await tollgate('trigger', 'nothing')).toMatchObject({ code: 2 });
  expect(await tollgate('sign', 'GET', 'balances')).toMatchObject({ code: 2 });
});

it('the command reports that the service does not answer', async () => {
  const { base_url: _, ...others } = running.sandbox;
  const file = join(folder, 'gone.json');
  const gone = `http://localhost:${await freePort()}`;
  await writeFile(file, JSON.stringify({ ...others, base_url: gone }));
  expect(await tollgate('trigger', 'paid', '--sandbox', file)).toEqual({
    code: 1,
    said: expect.stringContaining('Is the service running') as string,
  });
});

it('the command brings a sandbox what otherwise takes time', async () => {
  const made = z.object({ id: z.uuid() });
  const trigger = async (...words: string[]) => {
    const { code, said } = await tollgate('trigger', ...words);
    return { code, answer: JSON.parse(said) as unknown };
  };
  const paid = made.parse((await trigger('paid')).answer).id;
  const challenged = made.parse((await trigger('challenge')).answer).id;
  const dispute = made.parse((await trigger('dispute', '--payin', paid)).answer).id;
  expect(await trigger('expiry', '--payin', challenged)).toMatchObject({
    code: 0,
    answer: { id: challenged, status: 'CLOSED' },
  });
  expect(await trigger('release', '--payin', paid, '--what', 'rolling')).toMatchObject({
    code: 0,
    answer: { id: paid, status: 'SUCCESS' },
  });
  expect(await trigger('release', '--payin', paid, '--what', 'rolling')).toMatchObject({
    code: 1,
    answer: { title: 'There is nothing to trigger' },
  });
  expect(await trigger('dispute-deadline', '--dispute', dispute)).toMatchObject({
    code: 0,
    answer: { id: dispute, status: 'OPEN' },
  });
  const { id: open } = await createdPayin(running);
  expect(await trigger('redelivery', '--order', open)).toMatchObject({
    code: 1,
    answer: { detail: 'No attempt at a webhook of the order is to come.' },
  });
  for (const wrong of [['expiry'], ['redelivery', '--payin', paid], ['release', '--what', 'all']]) {
    expect((await tollgate('trigger', ...wrong)).code).toBe(2);
  }
});

it('the command signs a request for the service, and verifies a signature', async () => {
  const request = ['GET', `${running.baseUrl}/api/v1/balances?x=1`];
  const { said } = await tollgate('sign', ...request);
  const lines = said.split('\n').map((line) => /^([\w-]+): (.*)$/.exec(line)?.slice(1) ?? []);
  const headers = Object.fromEntries(lines.slice(1) as [string, string][]);
  expect((await fetch(request[1]!, { headers })).status).toBe(200);
  const { 'X-Timestamp': timestamp = '', 'X-Signature': signature = '' } = headers;
  const claim = [...request, '--timestamp', timestamp, '--signature'];
  expect(await tollgate('verify', ...claim, signature)).toEqual({
    code: 0,
    said: `signed: ${JSON.stringify(`GET\n/api/v1/balances\n${timestamp}\n`)}\nThe signature is valid.`,
  });
  expect(await tollgate('verify', ...claim, '00')).toMatchObject({ code: 1 });
  const asPrinted = said
    .split('\n')
    .slice(1)
    .flatMap((line) => ['--header', line]);
  expect(await tollgate('verify', ...request, ...asPrinted)).toMatchObject({ code: 0 });
});

it.each([
  ['paid', 'SUCCESS'],
  ['challenge', 'PROCESS_PENDING'],
  ['payout refused', 'FAILED'],
  ['p2p refused', 'CREATED'],
  ['pix less', 'PROCESS_PENDING'],
  ['crypto late', 'CLOSED'],
])('the command brings a sandbox to %s', async (outcome, status) => {
  const { code, said } = await tollgate('trigger', ...outcome.split(' '));
  expect(code).toBe(0);
  expect(JSON.parse(said)).toMatchObject({ status });
});

it('the command refunds a payin once for one reference, and shows and lists refunds', async () => {
  const paid = z.object({ id: z.uuid(), amount: z.number() });
  const { id } = paid.parse(JSON.parse((await tollgate('trigger', 'paid')).said));
  const create = ['refunds', 'create', id, '--amount', '2.50', '--reference', `cli-${id}`];
  const [first, again] = [await tollgate(...create), await tollgate(...create)];
  expect(first.code).toBe(0);
  expect(again).toEqual(first);
  const refund = paid.parse(JSON.parse(first.said));
  expect(refund.amount).toBe(2.5);
  expect(await tollgate('refunds', 'show', refund.id)).toEqual(first);
  const tooMuch = await tollgate('refunds', 'create', id, '--amount', '999');
  expect(tooMuch).toMatchObject({ code: 1 });
  expect(tooMuch.said).toContain('The payin cannot be refunded: ');
  const listed = await tollgate('refunds', 'list', '--payin', id);
  expect(listed.said.split('\n')).toEqual([
    expect.stringContaining(`${refund.id}  SUCCESS  2.50 EUR  of ${id}`) as string,
  ]);
  expect(await tollgate('refunds', 'create')).toMatchObject({ code: 2 });
  expect(await tollgate('refunds', 'create', id, '--amount', '1,5')).toMatchObject({ code: 2 });
  const nobody = await tollgate('refunds', 'show', '00000000-0000-4000-8000-000000000001');
  expect(nobody).toMatchObject({ code: 1 });
});

it('the command forwards verifiable webhooks to a local address, and resends one of them', async () => {
  const receiver = await startReceiver();
  const stop = new AbortController();
  const lines: string[] = [];
  const listening = tollgateUntil(stop.signal, lines, 'listen', '--forward', receiver.url);
  // Webhooks from before it listens are skipped, so another may be needed.
  await expect
    .poll(
      async () => {
        await tollgate('trigger', 'AMOUNT_OVER_LIMIT');
        return lines.filter((text) => text.endsWith('→ 204')).length;
      },
      { interval: 500 },
    )
    .toBeGreaterThan(0);
  stop.abort();
  expect(await listening).toMatchObject({ code: 0 });
  const [line = ''] = lines.filter((text) => text.endsWith('→ 204'));
  expect(line).toMatch(/ {2}evt_\S+ {2}payin {2}[0-9a-f-]{36} FAILED AMOUNT_OVER_LIMIT {2}→ 204$/);
  expect(lines.join('\n')).not.toContain('reference_id');
  const [first] = receiver.received;
  const secrets = [running.sandbox.webhook_secret];
  const verdict = verifyWebhook(first!.body, first!.headers, { secrets, nowMs: Date.now() });
  expect(verdict).toMatchObject({ ok: true });
  const id = first!.headers.get('webhook-id') ?? '';
  const replay = ['listen', '--replay', id, '--forward', receiver.url];
  expect(await tollgate(...replay, '--verbose')).toMatchObject({
    code: 0,
    said: expect.stringContaining('"reference_id"') as string,
  });
  expect(receiver.received.at(-1)!.body).toEqual(first!.body);
  await receiver.close();
});

it('the command prints refusals with their reasons', async () => {
  await tollgate('trigger', 'ACCESS_DENIED');
  const { said } = await tollgate('logs', '--problems');
  expect(said).toMatch(/401 {2}GET \/api\/v1\/balances {2}\d+ ms {2}unauthorized: signature/);
  expect(said).not.toContain('  200  ');
  await tollgate('trigger', 'VALIDATION_FAILED');
  expect((await tollgate('logs', '--problems')).said).toMatch(
    /400 {2}POST \S+ {2}\d+ ms {2}invalid: [a-z_.]+: \S/,
  );
});

it('the command serves agents over stdio, which create, read and explain orders but submit no card', async () => {
  await tollgate('help');
  const agent = new Client({ name: 'test', version: '1' });
  await agent.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(folder, 'node_modules/tollgate/cli.js'), 'mcp', '--sandbox', 'sandbox.json'],
      cwd: folder,
    }),
  );
  const ask = async (name: string, args: Record<string, unknown>) => {
    const answer = await agent.callTool({ name, arguments: args });
    return { refused: answer.isError === true, text: JSON.stringify(answer.content) };
  };
  const { tools } = await agent.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'create_payin',
      'get_refund',
      'find_refunds',
      'get_balances',
      'list_methods',
      'cancel_payin',
      'create_refund',
      'list_orders',
      'explain_order',
    ]),
  );
  const money = {
    amount: 12.5,
    currency: 'EUR',
    description: 'Two books',
    method: 'card_eur',
    reference_id: 'agent-1',
  };
  const created = await ask('create_payin', money);
  expect(created).toMatchObject({
    refused: false,
    text: expect.stringContaining('pay_url') as string,
  });
  const [, id = ''] = /\\"id\\": \\"([0-9a-f-]{36})/.exec(created.text) ?? [];
  expect((await ask('explain_order', { id })).text).toContain('awaits its payer');
  const transfer = { ...money, currency: 'UAH', method: 'p2p_uah', reference_id: 'agent-2' };
  const other = await ask('create_payin', transfer);
  const [, otherId = ''] = /\\"id\\": \\"([0-9a-f-]{36})/.exec(other.text) ?? [];
  expect((await ask('explain_order', { id: otherId })).text).toContain('awaits its payer');
  // Only the payer pays, by any source.
  expect(tools.filter(({ name }) => /begin|submit|^pay_/.test(name))).toEqual([]);
  expect((await ask('trigger_outcome', { name: 'declined' })).text).toContain('stolen card');
  expect(await ask('find_refunds', {})).toMatchObject({
    refused: false,
    text: expect.stringContaining('2.5') as string,
  });
  const today = new Date().toISOString().slice(0, 10);
  expect(await ask('list_orders', { kind: 'payin', start_date: today })).toMatchObject({
    refused: false,
    text: expect.stringContaining('agent-1') as string,
  });
  expect(await ask('create_refund', { payin_id: id })).toMatchObject({
    refused: true,
    text: expect.stringContaining('#not-refundable') as string,
  });
  expect(await ask('trigger_outcome', { name: 'nothing' })).toMatchObject({ refused: true });
  for (const refused of CARD_LIKE) {
    const [name, input] = typeof refused === 'string' ? FIND(refused) : refused;
    expect([refused, await ask(name, input)]).toEqual([
      refused,
      { refused: true, text: expect.stringContaining('pay_url') as string },
    ]);
  }
  await agent.close();
});
