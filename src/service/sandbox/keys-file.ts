import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { OWNER_ONLY_DIRECTORY, OWNER_ONLY_FILE } from '../platform/database/owner-only.ts';
import { usingFiles } from '../platform/start-error.ts';

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
  /** A second merchant, to test that its key cannot read the first one's data. */
  other_merchant: z.object(merchantKey),
});

/**
 * The content of `sandbox.json`: what a new developer needs to sign a first request. These are a sandbox's secrets,
 * but still secrets: mode 0600.
 */
export type SandboxFile = z.output<typeof sandboxFile>;

const FILE_NAME = 'sandbox.json';

/** @returns undefined if there is no file, or an invalid one */
export async function readSandboxFile(dataDirectory: string): Promise<SandboxFile | undefined> {
  try {
    const text = await readFile(join(dataDirectory, FILE_NAME), 'utf8');
    return sandboxFile.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Writes the file atomically.
 *
 * @returns its absolute path
 * @throws StartError if the file cannot be written
 */
export async function writeSandboxFile(dataDirectory: string, file: SandboxFile): Promise<string> {
  const path = resolve(dataDirectory, FILE_NAME);
  return usingFiles(path, async () => {
    await mkdir(dataDirectory, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
    // A file left behind by a killed process would keep its mode.
    await rm(`${path}.new`, { force: true });
    const text = `${JSON.stringify(file, null, 2)}\n`;
    await writeFile(`${path}.new`, text, { mode: OWNER_ONLY_FILE, flag: 'wx' });
    await rename(`${path}.new`, path);
    return path;
  });
}
