/** The tool that comes with Prometheus, which checks and tests rules. */
import { execFileSync, spawnSync } from 'node:child_process';

export function findPromtool(): string | undefined {
  const path = process.env['PROMTOOL_PATH'] ?? 'promtool';
  return spawnSync(path, ['--version']).error === undefined ? path : undefined;
}

/** @throws with what promtool says where it finds something wrong */
export function promtool(...args: string[]): string {
  return execFileSync(findPromtool() ?? 'promtool', args, { encoding: 'utf8' });
}
