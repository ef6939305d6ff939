import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

/** Secret files that guides and the service write into a working copy. */
const SECRET = [
  'master.key',
  '.data/operator.key',
  '.data-live/master.key',
  'backup/master.key',
  'deployment.yaml',
  'deployment-live.yaml',
  'applied.json',
  'acme.json',
  '.env',
  '.env.production',
  '.data/sandbox.json',
  'tls/privkey.pem',
];

describe('a secret file', () => {
  it.each(SECRET)('is not part of a commit: %s', (path) => {
    expect(spawnSync('git', ['check-ignore', '--no-index', '-q', path]).status).toBe(0);
  });

  it('is ignored by git, but no tracked file is', () => {
    const tracked = spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout;
    const ignored = spawnSync('git', ['check-ignore', '--no-index', '--stdin'], {
      encoding: 'utf8',
      input: tracked,
    });
    expect(ignored.stdout).toBe('');
  });

  it.each(['*.key', '**/*.key', '**/*.pem', '.data*', '.env.*', 'deployment*.yaml', 'acme.json'])(
    'is not part of an image: %s',
    async (pattern) => {
      const ignored = await readFile('ops/Dockerfile.dockerignore', 'utf8');
      expect(ignored.split('\n')).toContain(pattern);
    },
  );
});

const service = z.object({
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  environment: z.record(z.string(), z.string()),
});
const compose = z.object({ services: z.object({ database: service, tollgate: service }) });

it('Compose gives its containers only what they need', async () => {
  const { services } = compose.parse(parse(await readFile('ops/compose.yaml', 'utf8')));
  expect(services.tollgate.environment).toHaveProperty('TRUSTED_PROXIES');
});

it('nginx serves only by TLS', async () => {
  const configuration = await readFile('ops/nginx.conf', 'utf8');
  const [front = '', redirect = ''] = configuration.split(/^server \{/m).slice(1);
  expect(front).toContain('listen 443 ssl;');
  expect(front).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
  expect(front).not.toContain('listen 80;');
  expect(redirect).toContain('return 301 https://');
});
