/** Finds the programs that check Prometheus' rules and Alertmanager's configuration. */
import { spawnSync } from 'node:child_process';

/** It comes with Prometheus, and also tests rules. */
export function findPromtool(): string | undefined {
  return find(process.env['PROMTOOL_PATH'] ?? 'promtool');
}

/** It comes with Alertmanager. */
export function findAmtool(): string | undefined {
  return find(process.env['AMTOOL_PATH'] ?? 'amtool');
}

function find(path: string): string | undefined {
  return spawnSync(path, ['--version']).error === undefined ? path : undefined;
}
