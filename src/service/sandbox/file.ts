import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const merchantKey = {
  merchant_id: z.uuid(),
  api_key_id: z.uuid(),
  api_secret: z.string(),
};

const sandboxFile = z.object({
  base_url: z.string(),
  ...merchantKey,
  webhook_secret: z.string(),
  methods: z.record(z.string(), z.uuid()),
  /** Its key sees nothing of the first merchant's: there to try that. */
  other_merchant: z.object(merchantKey),
});

/** What a newcomer needs to sign a first request. Secrets of a sandbox, but secrets: mode 0600. */
export type SandboxFile = z.output<typeof sandboxFile>;

const FILE_NAME = 'sandbox.json';
const OWNER_ONLY = 0o600;

/** @returns undefined where there is none, or none that can be read as one */
export async function readSandboxFile(dataDirectory: string): Promise<SandboxFile | undefined> {
  try {
    const text = await readFile(join(dataDirectory, FILE_NAME), 'utf8');
    return sandboxFile.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Written whole or not at all. @returns its absolute path */
export async function writeSandboxFile(dataDirectory: string, file: SandboxFile): Promise<string> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const path = resolve(dataDirectory, FILE_NAME);
  await writeFile(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: OWNER_ONLY });
  await rename(`${path}.new`, path);
  return path;
}
