import { DEFAULT_PROFILE, signRequest } from '../../../src/contract/signature/signature.ts';
import { describeBase, pathIn } from './base-string.ts';
import { bytesOf } from './body.ts';
import { SANDBOX, type Declare, type SandboxOption } from './command.ts';
import { readSettings } from './settings.ts';

interface Options extends SandboxOption {
  body?: string;
  timestamp?: string;
}

export const declareSign: Declare = (program, line, ends) => {
  program
    .command('sign')
    .description('Print the string to sign for a request, and the headers to send.')
    .argument('<method>', 'such as POST')
    .argument('<path>', 'such as /api/v1/orders/payin, or the whole URL')
    .option('--body <file>', 'the body; - is standard input')
    .option('--timestamp <seconds>', 'default: now')
    .addOption(SANDBOX)
    .action(
      ends(async (method: string, path: string, options: Options) => {
        const settings = readSettings(line, options.sandbox);
        const timestamp = options.timestamp ?? String(Math.floor(Date.now() / 1_000));
        const body = bytesOf(options.body);
        const parts = { method, path: pathIn(path), timestamp, body };
        line.out(`signed: ${describeBase(parts)}`);
        line.out(`X-Api-Key-Id: ${settings.api_key_id}`);
        line.out(`X-Timestamp: ${timestamp}`);
        line.out(`X-Signature: ${signRequest(DEFAULT_PROFILE, settings.api_secret, parts)}`);
        return Promise.resolve(0);
      }),
    );
};
