/**
 * Commands as they are typed, with and without a running service. The operator's run in this process, apart from one of
 * each kind; the others run as separate processes.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { spawned, typed } from './typed.ts';
import { freePort } from '../../support/process/free-port.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

let running: RunningService;
let elsewhere: string;

beforeAll(async () => {
  running = await startService();
  elsewhere = await mkdtemp(join(tmpdir(), 'tollgate-commands-'));
  await writeFile(join(elsewhere, 'operator.key'), `${'x'.repeat(43)}\n`);
});
afterAll(async () => {
  await running.close();
  await rm(elsewhere, { recursive: true, force: true });
});

const ANY_TEXT: unknown = expect.any(String);
const UUID: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** Runs a command against the service, or as `env` says. */
function type(line: string, env: Record<string, string> = {}) {
  return typed(line, withService(env));
}

function spawn(line: string) {
  return spawned(line, withService());
}

function withService(env: Record<string, string> = {}) {
  return { DATA_DIR: running.dataDirectory, OPERATOR_URL: running.operatorUrl, ...env };
}

describe('a command as a separate process', () => {
  it('prints its result and exits with its code', async () => {
    expect(await spawn('operator merchants list')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Other Sandbox Merchant') as string,
    });
    expect(await spawn('operator keys revoke x')).toMatchObject({ code: 1 });
    expect(await spawn('ledger-check')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^ok +true\n/) as string,
    });
  });
});

describe('every command', () => {
  it.each([
    'operator',
    'operator orders',
    'operator orders show',
    'ledger-check',
    'migrate',
    'conformance',
    'scripts-verify',
    'scripts-inventory',
  ])('%s prints its help without asking a service', async (script) => {
    const { code, output } = await type(`${script} --help`, { DATA_DIR: '/nowhere' });
    expect(code).toBe(0);
    expect(output).toMatch(/^(?:Usage: )?npm run /);
  });

  it.each([
    'operator keys revoke one two',
    'operator keys revoke',
    'operator keys revoke x --kee y',
    'operator keys issue Acme --kind gold',
    'operator blocks add Acme',
    'operator reconcile file --terminal sandbox',
    'ledger-check now',
    'migrate now',
    'conformance',
    'scripts-verify',
    'scripts-inventory now',
  ])('%s is a usage error, and the message points to the help', async (line) => {
    const { code, output } = await type(line);
    expect(code).toBe(2);
    expect(output).toMatch(/^error: .*\nAdd --help for its arguments and options\.\n/);
  });

  it.each(['conformance nowhere', 'scripts-verify pay.example'])(
    '%s is a usage error: it is not a URL',
    async (line) => {
      expect(await type(line)).toMatchObject({
        code: 2,
        output: expect.stringContaining('is not ') as string,
      });
    },
  );
});

describe('the operator', () => {
  it("lists nouns with their verbs, and a noun's verbs with their descriptions", async () => {
    const nouns = await type('operator');
    expect(nouns.code).toBe(0);
    expect(nouns.output).toMatch(/^ {2}gates +list, show, create, change, freeze, thaw$/m);
    const verbs = await type('operator keys --help');
    expect(verbs.code).toBe(0);
    expect(verbs.output).toMatch(/^ {2}revoke \[options\] <key> +Revoke an API key at once\.$/m);
    expect(verbs.output).not.toContain('merchants');
    expect(await type('operator keys')).toMatchObject({ code: 2 });
  });

  it('prints a list as a table', async () => {
    const { code, output } = await type('operator merchants list');
    expect(code).toBe(0);
    expect(output).toMatch(/^id +name +created_at\n[0-9a-f-]{36} {2}Other Sandbox Merchant {2}/);
  });

  it("takes a command's subject as a positional argument", async () => {
    const { code, output } = await type('operator merchants show Other\u00a0Sandbox\u00a0Merchant');
    expect(output).toContain('does not exist');
    expect(code).toBe(1);
    const { merchant_id: id } = running.sandbox;
    const shown = await type(`operator merchants show ${id}`);
    expect(shown.output).toMatch(new RegExp(`^id +${id}$`, 'm'));
  });

  it('prints nested lists as tables under their names', async () => {
    const shown = await type(`operator gates list ${running.sandbox.merchant_id}`);
    const [gate = ''] = /[0-9a-f-]{36}/.exec(shown.output) ?? [];
    const { code, output } = await type(`operator gates show ${gate}`);
    expect(code).toBe(0);
    expect(output).toMatch(/^accounts\n {2}currency +available/m);
    expect(output).not.toContain('{');
  });

  it("prints a command's options for --help", async () => {
    const { code, output } = await type('operator keys rotate --help');
    expect(code).toBe(0);
    expect(output).toContain('keys rotate [options] <key>');
    expect(output).toMatch(/^ {2}--overlap-hours <number> +Hours that .*; default:\s+24$/m);
    expect(output).toMatch(/^ {2}--kind <word> .*\(choices: "live", "test"\)$/m);
  });

  it.each([
    ['keys revok', '(Did you mean revoke?)'],
    ['merchant list', '(Did you mean merchants?)'],
    ['reports settlemnt', '(Did you mean settlement?)'],
    ['keys rotate x --overlap-hour 1', '(Did you mean --overlap-hours?)'],
  ])('%s is answered with a suggestion', async (line, meant) => {
    const { code, output } = await type(`operator ${line}`);
    expect(code).toBe(2);
    expect(output).toContain(meant);
  });

  it('prints a result for people, or as JSON if asked', async () => {
    const plain = await type('operator keys issue-page --kind test');
    expect(plain).toMatchObject({ code: 0 });
    expect(plain.output).toMatch(/^api_key_id {2}[0-9a-f-]{36}\napi_secret {2}tg_test_\S+\n$/);
    const json = await type('operator keys issue-page --kind test --json');
    const printed: unknown = JSON.parse(json.output);
    expect(Object.keys(z.object({}).loose().parse(printed))).toEqual(['api_key_id', 'api_secret']);
  });

  it.each([
    ['operator keys revoke x', /^ {2}key: Invalid UUID/m],
    ['operator terminals health --hours x', /^ {2}--hours: /m],
    [`operator keys rotate ${randomUUID()} --overlap-hours x`, /^ {2}--overlap-hours: /m],
    [`operator keys revoke ${randomUUID()}`, /does not exist/],
  ])('explains what is wrong with: %s', async (line, said) => {
    const { code, output } = await type(line);
    expect(code).toBe(1);
    expect(output).toMatch(said);
  });
});

describe('a deployment in a file', () => {
  const FILE = `
terminals:
  - { name: typed, adapter: orders-api, settings: { base_url: "http://localhost:3000" },
      credentials: { api_key_id: "\${TYPED_KEY}", api_secret: "\${TYPED_SECRET}", webhook_secret: "…" } }
merchants:
  - name: Typed
    gates:
      - name: main
        accounts: [EUR]
        methods:
          - { name: card, direction: payin, payment_source: CARD, currency: EUR, fee_percent: "1.5", amount_min: "1.00",
              amount_max: "5000.00", waiting_seconds: 900, routes: [{ terminal: typed, priority: 1 }] }
`;
  const secrets = { TYPED_KEY: randomUUID(), TYPED_SECRET: 'never shown' };

  async function written(text: string): Promise<string> {
    const path = join(elsewhere, `${randomUUID()}.yaml`);
    await writeFile(path, text);
    return path;
  }

  it('is compared, applied, applied again and exported', async () => {
    const path = await written(FILE);
    const dry = await type(`operator apply ${path} --dry-run`, secrets);
    expect(dry.code).toBe(0);
    expect(dry.output).toMatch(/^ {2}kind +add\n {2}place +merchants\[Typed\]$/m);
    const applied = await type(`operator apply ${path} --json`, secrets);
    expect(JSON.parse(applied.output)).toMatchObject({
      terminals: { typed: UUID },
      merchants: { Typed: { id: UUID, gates: { main: { id: UUID, methods: { card: UUID } } } } },
      notification_urls: { typed: expect.stringMatching(/\/api\/v1\/notifications\//) as string },
    });
    const again = await type(`operator apply ${path}`, secrets);
    expect(again.output).toMatch(/^changes {2}–$/m);
    const exported = await type('operator export');
    expect(exported.output).toContain(`api_secret: $\{TYPED_API_SECRET}`);
    expect(dry.output + exported.output).not.toContain('never shown');
    const key = await type('operator keys issue Typed --json');
    expect(JSON.parse(key.output)).toEqual({ api_key_id: UUID, api_secret: ANY_TEXT });
  });

  it.each([
    ['a variable that is not set', FILE, 1, /TYPED_SECRET, for api_secret/],
    ['no YAML', 'merchants: [', 1, /is not valid YAML/],
    ['a key twice', 'merchants: []\nmerchants: []', 1, /is not valid YAML/],
    [
      'what cannot be applied',
      'merchants: [{ name: A, colour: red }]',
      1,
      /merchants\[A\]\.colour: Is unknown/,
    ],
    ['a list', '[]', 1, /\.yaml: /],
  ])('with %s is refused with an explanation', async (_what, text, exitCode, said) => {
    const { code, output } = await type(`operator apply ${await written(text)}`);
    expect(code).toBe(exitCode);
    expect(output).toMatch(said);
  });

  it('has to exist', async () => {
    expect(await type('operator apply /nowhere.yaml')).toEqual({
      code: 1,
      output: 'There is no file /nowhere.yaml.\n',
    });
    expect((await type('operator apply')).code).toBe(2);
  });
});

describe.each(['operator merchants list', 'operator keys revoke x', 'ledger-check'])(
  '%s',
  (line) => {
    it('says where it looked for a key', async () => {
      const { code, output } = await type(line, { DATA_DIR: '/nowhere' });
      expect(code).toBe(1);
      expect(output).toContain('/nowhere/operator.key');
    });

    it('says where it looked for a service', async () => {
      const url = `http://127.0.0.1:${await freePort()}`;
      const { code, output } = await type(line, { OPERATOR_URL: url });
      expect(code).toBe(1);
      expect(output).toContain(`No service answers at ${url}`);
    });

    it.each([
      [{ OPERATOR_URL: 'nonsense' }, /is not a URL/],
      [{ OPERATOR_URL: '', PORT: 'x' }, /is not a URL|No service answers/],
    ])('says what is wrong with %j', async (env, said) => {
      const { code, output } = await type(line, env);
      expect(code).toBe(1);
      expect(output).toMatch(said);
    });

    it("reports that its key is another service's", async () => {
      const { code, output } = await type(line, { DATA_DIR: elsewhere });
      expect(code).toBe(1);
      expect(output).toContain('another operator key');
    });
  },
);

describe('a deployment that does not exist', () => {
  it.each(['conformance', 'scripts-verify'])('%s reports it', async (script) => {
    const url = `http://127.0.0.1:${await freePort()}/pay/x`;
    const { code, output } = await type(`${script} ${url}`, {
      CONFORMANCE_API_KEY_ID: randomUUID(),
    });
    expect(code).toBe(1);
    expect(output).toMatch(/Nothing answers|cannot be fetched/);
  });

  it('is reported too when sandbox.json does not exist', async () => {
    const { code, output } = await type(
      'conformance http://127.0.0.1:1 --sandbox /nowhere/sandbox.json',
    );
    expect(code).toBe(1);
    expect(output).toContain('There is no file /nowhere/sandbox.json');
  });
});
