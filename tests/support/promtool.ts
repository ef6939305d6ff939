/** Finds promtool, which comes with Prometheus and checks and tests alerting rules. */
import { spawnSync } from 'node:child_process';

export function findPromtool(): string | undefined {
  const path = process.env['PROMTOOL_PATH'] ?? 'promtool';
  return spawnSync(path, ['--version']).error === undefined ? path : undefined;
}
