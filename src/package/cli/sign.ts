import { DEFAULT_PROFILE, signRequest } from '#contract/signature/signature.ts';
import { describeBase, pathIn } from './base-string.ts';
import { WrongUse, type Command } from './command.ts';
import { bytesOf, readOptions } from './read-options.ts';
import { readSettings } from './settings.ts';

export const SIGN: Command = {
  usage: 'sign METHOD PATH [--body FILE] [--timestamp SECONDS] [--sandbox FILE]',
  summary: 'Print what is signed of a request, and the headers to send.',
  async run(line) {
    const { values, positionals } = readOptions(line.args, {
      body: { type: 'string' },
      timestamp: { type: 'string' },
      sandbox: { type: 'string' },
    });
    const [method, path, ...others] = positionals;
    if (method === undefined || path === undefined || others.length > 0) {
      throw new WrongUse('sign takes a method and a path.');
    }
    const settings = readSettings(line, values.sandbox);
    const timestamp = values.timestamp ?? String(Math.floor(Date.now() / 1_000));
    const body = bytesOf(values.body);
    const parts = { method, path: pathIn(path), timestamp, body };
    line.out(`signed: ${describeBase(parts)}`);
    line.out(`X-Api-Key-Id: ${settings.api_key_id}`);
    line.out(`X-Timestamp: ${timestamp}`);
    line.out(`X-Signature: ${signRequest(DEFAULT_PROFILE, settings.api_secret, parts)}`);
    return 0;
  },
};
