/** Holds the description of the interface, as the service publishes it, to a linter's rules. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '#contract/openapi/document.ts';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-openapi-'));
try {
  const file = join(directory, 'openapi.json');
  writeFileSync(file, JSON.stringify(openApiDocument('https://pay.tollgate.test'), null, 2));
  const { status } = spawnSync('redocly', ['lint', file, '--extends', 'recommended-strict'], {
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(directory, { recursive: true });
}
