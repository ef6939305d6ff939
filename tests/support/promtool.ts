/** Asks the real rules what they make of what a service says of itself. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RULES = join(import.meta.dirname, '../../ops/prometheus-alerts.yml');
/** Longer than any rule waits. */
const MINUTES = 90;

export function findPromtool(): string | undefined {
  const path = process.env['PROMTOOL_PATH'] ?? 'promtool';
  return spawnSync(path, ['--version']).error === undefined ? path : undefined;
}

/** @throws with what promtool says where it finds something wrong */
export function promtool(...args: string[]): string {
  return execFileSync(findPromtool() ?? 'promtool', args, { encoding: 'utf8' });
}

/** What was read of a service at two moments; undefined where it did not answer. */
export type Readings = readonly [before: string | undefined, after: string | undefined];

/** The alerts that are raised where what happened between the two readings goes on and on. */
export async function alertsAfter([before = '', after]: Readings): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-alerts-'));
  try {
    const file = join(folder, 'test.json');
    const series = [
      { series: seriesOf('up', ''), values: `${after === undefined ? 0 : 1}x${MINUTES}` },
      ...continued(samplesIn(before), samplesIn(after ?? '')),
    ];
    await writeFile(file, JSON.stringify(testOf(series)));
    const { stdout, stderr } = spawnSync(findPromtool() ?? 'promtool', ['test', 'rules', file], {
      encoding: 'utf8',
    });
    const said = stdout + stderr;
    if (!/SUCCESS|got:/.test(said)) throw new Error(said);
    return [...said.matchAll(/\{alertname="(\w+)"\}/g)].map(([, name = '']) => name).toSorted();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** It expects no alert, so that promtool says which there are. JSON is YAML as well. */
function testOf(series: readonly object[]): object {
  const none = {
    expr: 'sum by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${MINUTES}m`,
    exp_samples: [],
  };
  const test = { interval: '1m', input_series: series, promql_expr_test: [none] };
  return { rule_files: [RULES], evaluation_interval: '1m', tests: [test] };
}

const COUNTS = /_(?:total|count|sum|bucket)$/;

function continued(before: Map<string, number>, after: Map<string, number>): object[] {
  return [...after].map(([key, value]) => {
    const [name = '', labels = ''] = key.split('{');
    const first = before.get(key) ?? 0;
    const values = COUNTS.test(name)
      ? `${first}+${Math.max(0, value - first)}x${MINUTES}`
      : `${value}x${MINUTES}`;
    return { series: seriesOf(name, labels.replace(/\}$/, '')), values };
  });
}

/** Prometheus itself adds where it has read it. */
function seriesOf(name: string, labels: string): string {
  const own = labels === '' ? '' : `,${labels}`;
  return `${name}{job="tollgate",instance="127.0.0.1:3001"${own}}`;
}

function samplesIn(text: string): Map<string, number> {
  const lines = text.matchAll(/^(\w+(?:\{.*\})?) (\S+)$/gm);
  const samples = [...lines].map(([, key = '', value]) => [key, Number(value)] as const);
  // What was not measured yet says so by NaN.
  return new Map(samples.filter(([, value]) => !Number.isNaN(value)));
}
