import { DEFAULT_PROFILE, signWebhook, verifyRequest } from '#contract/signature/signature.ts';
import { verifyWebhook } from '#contract/signature/webhook.ts';
import { describeBase, pathIn } from './base-string.ts';
import { WrongUse, type Command, type CommandLine } from './command.ts';
import { bytesOf, readOptions } from './read-options.ts';
import { readSettings, type Settings } from './settings.ts';

const OPTIONS = {
  body: { type: 'string' },
  timestamp: { type: 'string' },
  signature: { type: 'string' },
  header: { type: 'string', multiple: true },
  'any-time': { type: 'boolean' },
  sandbox: { type: 'string' },
} as const;

export const VERIFY: Command = {
  usage:
    "verify METHOD PATH --timestamp SECONDS --signature HEX [--body FILE] | verify webhook --body FILE --header 'NAME: VALUE'... [--any-time]",
  summary: 'Say whether a request or a webhook is signed rightly, and what is signed of it.',
  async run(line) {
    const { values, positionals } = readOptions(line.args, OPTIONS);
    const settings = readSettings(line, values.sandbox);
    const body = bytesOf(values.body);
    const [method, path] = positionals;
    if (method === 'webhook') {
      const anyTime = values['any-time'] === true;
      return verifyLine(line, settings, { body, headers: headersIn(values.header), anyTime });
    }
    const { timestamp, signature } = values;
    if (method === undefined || path === undefined || !timestamp || !signature) {
      throw new WrongUse('verify takes a method, a path, --timestamp and --signature.');
    }
    const parts = { method, path: pathIn(path), timestamp, body };
    line.out(`signed: ${describeBase(parts)}`);
    const right = verifyRequest(DEFAULT_PROFILE, settings.api_secret, parts, signature);
    return verdict(line, right, 'The signature is not that of this text under the API secret.');
  },
};

function verifyLine(
  line: CommandLine,
  { webhook_secret: secret }: Settings,
  { body, headers, anyTime }: { body: Uint8Array; headers: Headers; anyTime: boolean },
): 0 | 1 {
  if (secret === undefined) throw new WrongUse('Set TOLLGATE_WEBHOOK_SECRET.');
  const [id, timestamp] = ['webhook-id', 'webhook-timestamp'].map((name) => headers.get(name));
  const dated = timestamp !== null && timestamp !== undefined;
  line.out(
    dated
      ? `signed: ${JSON.stringify(`${id ?? ''}.${timestamp}.`)} and ${body.length} bytes of body`
      : `signed: ${body.length} bytes of body, ${signWebhook(secret, body)}`,
  );
  const nowMs = anyTime && dated ? Number(timestamp) * 1_000 : Date.now();
  const evaluated = verifyWebhook(body, headers, { secrets: [secret], nowMs, allowUndated: true });
  return verdict(line, evaluated.ok, evaluated.ok ? '' : REASONS[evaluated.reason]);
}

const REASONS = {
  headers_missing: 'Neither X-Signature nor the three webhook-* headers are given.',
  timestamp_out_of_range: 'webhook-timestamp is more than 300 s away; --any-time passes over that.',
  signature_wrong: 'The signature is not that of this body under the webhook secret.',
} as const;

function verdict({ out }: CommandLine, right: boolean, why: string): 0 | 1 {
  out(right ? 'The signature is right.' : `Wrong. ${why}`);
  return right ? 0 : 1;
}

function headersIn(lines: readonly string[] = []): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new WrongUse(`--header wants 'NAME: VALUE', not ${line}.`);
    }
    headers.set(name, value);
  }
  return headers;
}
