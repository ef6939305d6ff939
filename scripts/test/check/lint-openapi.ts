/** Lints the OpenAPI descriptions of all interfaces, as the service publishes them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developerDocument, openApiDocument } from '#contract/openapi/document.ts';
import { operatorDocument } from '#service/http/operator/openapi.ts';
import { OPERATOR_COMMANDS } from '#service/operator/commands.ts';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-openapi-'));
try {
  const documents = {
    'openapi.json': openApiDocument('https://pay.tollgate.test'),
    'tools.json': developerDocument('https://pay.tollgate.test'),
    'operator.json': operatorDocument(OPERATOR_COMMANDS),
  };
  const files = Object.entries(documents).map(([name, document]) => {
    const file = join(directory, name);
    writeFileSync(file, JSON.stringify(document, null, 2));
    return file;
  });
  const { status } = spawnSync('redocly', ['lint', ...files, '--extends', 'recommended-strict'], {
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(directory, { recursive: true });
}
