import { DEFAULT_PROFILE, verifyRequest } from '../../../src/contract/signature/signature.ts';
import { signWebhook, verifyWebhook } from '../../../src/contract/signature/webhook.ts';
import { describeBase, pathIn } from './base-string.ts';
import { bytesOf } from './body.ts';
import {
  SANDBOX,
  WrongUse,
  type CommandLine,
  type Declare,
  type ExitCode,
  type SandboxOption,
} from './command.ts';
import { readSettings, type Settings } from './settings.ts';

interface Options extends SandboxOption {
  body?: string;
  timestamp?: string;
  signature?: string;
  header?: string[];
  anyTime?: true;
}

export const declareVerify: Declare = (program, line, ends) => {
  program
    .command('verify')
    .description('Verify the signature of a request or a webhook, and print the signed string.')
    .usage('webhook [options] | <method> <path> [options]')
    .argument('<what>', '"webhook", or the method of a request')
    .argument('[path]', 'the path or URL of a request')
    .option('--body <file>', 'the body; - is standard input')
    .option('--timestamp <seconds>', 'X-Timestamp of a request')
    .option('--signature <hex>', 'X-Signature of a request')
    .option('--header <line>', "a header as sent, 'NAME: VALUE'; repeat it for each", collect)
    .option('--any-time', 'accept a webhook of any age')
    .addOption(SANDBOX)
    .action(
      ends(async (what: string, path: string | undefined, options: Options) => {
        const settings = readSettings(line, options.sandbox);
        const body = bytesOf(options.body);
        const verdict =
          what === 'webhook'
            ? checkWebhook(line, settings, { ...options, body })
            : checkRequest(line, settings, { ...options, method: what, path, body });
        return Promise.resolve(verdict);
      }),
    );
};

function collect(header: string, earlier: readonly string[] = []): string[] {
  return [...earlier, header];
}

function checkRequest(
  line: CommandLine,
  settings: Settings,
  { method, path, body, header, ...options }: Asked,
): ExitCode {
  const headers = headersIn(header);
  const timestamp = options.timestamp ?? headers.get('x-timestamp');
  const signature = options.signature ?? headers.get('x-signature');
  if (path === undefined || !timestamp || !signature) {
    throw new WrongUse(
      "To verify a request, give its method and path, and X-Timestamp and X-Signature as --header 'NAME: VALUE'.",
    );
  }
  const parts = { method, path: pathIn(path), timestamp, body };
  line.out(`signed: ${describeBase(parts)}`);
  const right = verifyRequest(DEFAULT_PROFILE, settings.api_secret, parts, signature);
  return verdict(line, right, 'The signature does not match this text and the API secret.');
}

interface Asked extends Pick<Options, 'timestamp' | 'signature' | 'header'> {
  method: string;
  path: string | undefined;
  body: Uint8Array;
}

function checkWebhook(
  line: CommandLine,
  { webhook_secret: secret }: Settings,
  {
    body,
    header,
    anyTime = false,
  }: Pick<Options, 'header'> & { anyTime?: boolean; body: Uint8Array },
): ExitCode {
  if (secret === undefined) throw new WrongUse('Set TOLLGATE_WEBHOOK_SECRET.');
  const headers = headersIn(header);
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
  headers_missing: 'Give X-Signature or the three webhook-* headers.',
  timestamp_out_of_range: 'webhook-timestamp is more than 300 s away; use --any-time to accept it.',
  signature_wrong: 'The signature does not match this body and the webhook secret.',
} as const;

function verdict({ out }: CommandLine, right: boolean, why: string): ExitCode {
  out(right ? 'The signature is valid.' : `Wrong. ${why}`);
  return right ? 0 : 1;
}

function headersIn(lines: readonly string[] = []): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new WrongUse(`--header must be 'NAME: VALUE', not ${line}.`);
    }
    headers.set(name, value);
  }
  return headers;
}
