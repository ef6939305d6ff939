import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const CONFIGURATION = join(import.meta.dirname, '../../ops/nginx.conf');
const START_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 100;
const WRITTEN_PORTS = ['127.0.0.1:3001', '127.0.0.1:3003'] as const;

export interface Nginx {
  baseUrl: string;
  stop(): Promise<void>;
}

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0;
}

/** Starts nginx with the configuration from ops/, on this port and in front of these upstreams. */
export async function startNginx(port: number, upstreams: readonly string[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-nginx-'));
  await writeFile(join(folder, 'tollgate.conf'), await forDrill(folder, port, upstreams));
  await writeFile(join(folder, 'nginx.conf'), around(folder));
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGTERM'));
  const baseUrl = `http://127.0.0.1:${port}`;
  await untilServing(baseUrl);
  return {
    baseUrl,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Adapts the configuration: no TLS, because there is no certificate, and the redirect to HTTPS on a socket that
 * nobody uses.
 */
async function forDrill(
  folder: string,
  port: number,
  upstreams: readonly string[],
): Promise<string> {
  const written = await readFile(CONFIGURATION, 'utf8');
  const inPlace = WRITTEN_PORTS.reduce(
    (text, address, index) => text.replace(address, new URL(upstreams[index] ?? '').host),
    written,
  );
  return inPlace
    .replace('listen 80;', `listen unix:${folder}/redirect.sock;`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ +ssl_.*\n/gm, '');
}

/** Returns an nginx.conf that includes the file as a distribution's includes those of conf.d. */
function around(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join('\n');
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log stderr crit;
worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
${temporary}
  include ${folder}/tollgate.conf;
}
`;
}

async function untilServing(baseUrl: string): Promise<void> {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadlineMs) {
    const answer = await fetch(`${baseUrl}/api/health`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(POLL_INTERVAL_MS);
  }
  throw new Error('nginx does not serve');
}
