/** Prometheus as it is installed, which reads a service as the documentation says and checks by the rules of `ops/`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from './process/free-port.ts';
import { until } from './until.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** What the rules wait for takes so many times less: nobody waits an hour for a test. */
const FASTER = 30;
const SCRAPE_SECONDS = 2;
const LEAST_RANGE_SECONDS = 30;
/** No rule waits longer. */
const MOST_SECONDS = 120;

export interface Prometheus {
  /** The names of the alerts that fire now. */
  firing(): Promise<string[]>;
  stop(): Promise<void>;
}

/** @param operatorUrl of the service that it reads, with `token` */
export async function startPrometheus(operatorUrl: string, token: string): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-prometheus-'));
  const tokenFile = join(folder, 'token');
  await writeFile(tokenFile, token);
  await writeFile(join(folder, 'rules.yml'), await fasterRules());
  await writeFile(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: ${SCRAPE_SECONDS}s, scrape_timeout: ${SCRAPE_SECONDS}s, evaluation_interval: 1s }
rule_files: [rules.yml]
${await documentedScrape(new URL(operatorUrl).host, tokenFile)}`,
  );
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    process.env['PROMETHEUS_PATH'] ?? 'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await until(
    () =>
      fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    Boolean,
    () => 'Prometheus is not ready',
  );
  return {
    async firing() {
      const answer = await fetch(`http://${address}/api/v1/alerts`);
      const { data } = alertsAnswer.parse(await answer.json());
      const names = data.alerts.filter(({ state }) => state === 'firing');
      return [...new Set(names.map(({ labels }) => labels.alertname))].toSorted();
    },
    async stop() {
      process.off('exit', kill);
      const exit = once(child, 'exit');
      kill();
      await exit;
      await rm(folder, { recursive: true });
    },
  };
}

const alertsAnswer = z.object({
  data: z.object({
    alerts: z.array(z.object({ labels: z.object({ alertname: z.string() }), state: z.string() })),
  }),
});

/** As docs/runbook.md has it, for this target and this token. */
async function documentedScrape(target: string, tokenFile: string): Promise<string> {
  const runbook = await readFile(join(PROJECT, 'docs/runbook.md'), 'utf8');
  const [, documented = ''] = /```yaml\n(scrape_configs:[\s\S]*?)```/.exec(runbook) ?? [];
  return documented
    .replace('/etc/prometheus/tollgate.token', tokenFile)
    .replace('127.0.0.1:3001', target);
}

const SECONDS = { s: 1, m: 60, h: 3_600 } as const;

/** The rules themselves, with shorter times: `for: 1m`, `[5m]`. */
async function fasterRules(): Promise<string> {
  const rules = await readFile(join(PROJECT, 'ops/prometheus-alerts.yml'), 'utf8');
  const faster = (count: string, unit: string, least: number) => {
    const seconds = Number(count) * SECONDS[z.enum(['s', 'm', 'h']).parse(unit)];
    return `${Math.min(MOST_SECONDS, Math.max(least, Math.round(seconds / FASTER)))}s`;
  };
  return (
    rules
      .replace(
        /for: (\d+)([smh])/g,
        (_, count: string, unit: string) => `for: ${faster(count, unit, 1)}`,
      )
      // A circuit lets one call through every ten seconds, which a rate is to see.
      .replace(
        /\[(\d+)([smh])\]/g,
        (_, count: string, unit: string) => `[${faster(count, unit, LEAST_RANGE_SECONDS)}]`,
      )
  );
}
