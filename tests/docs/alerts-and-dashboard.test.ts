import { execFileSync } from 'node:child_process';
/** The files for Prometheus and Grafana: complete, valid by their own tools, and about existing metrics. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../support/documents.ts';
import { findAmtool, findPromtool } from '../support/promtool.ts';

function read(path: string) {
  return readFileSync(join(PROJECT, path), 'utf8');
}

const rules = read('ops/prometheus-alerts.yml');
const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);

describe.runIf(findPromtool() !== undefined)('the alert rules', () => {
  const promtool = (...args: string[]) =>
    execFileSync(findPromtool() ?? '', args, { encoding: 'utf8' });

  it('are valid rules', () => {
    expect(promtool('check', 'rules', join(PROJECT, 'ops/prometheus-alerts.yml'))).toContain(
      'SUCCESS',
    );
  });

  it('fire only beyond their limits', () => {
    const tests = join(PROJECT, 'ops/prometheus-alerts.test.yml');
    expect(promtool('test', 'rules', tests)).toContain('SUCCESS');
  });
});

describe("Alertmanager's configuration", () => {
  const configuration = read('ops/alertmanager.yml');

  it('is about existing alerts', () => {
    const groups = configuration.matchAll(/alertname =~? "(\w*?)(?:\((.*?)\)(\w*))?"/g);
    const named = [...groups].flatMap(([, before = '', names = '']) =>
      names.split('|').map((name) => before + name),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !alerts.includes(name))).toEqual([]);
  });

  const amtool = findAmtool();
  it.runIf(amtool !== undefined)('is valid', () => {
    const path = join(PROJECT, 'ops/alertmanager.yml');
    const said = execFileSync(amtool ?? '', ['check-config', path], { encoding: 'utf8' });
    expect(said).toContain('SUCCESS');
  });
});

/** The section with the rows of symptom, cause and action. */
const [, night = ''] = /\n## At night\n([\s\S]*?)(?:\n## |$)/.exec(read('docs/runbook.md')) ?? [];

describe('every alert', () => {
  it.each(alerts)('%s has its entry under "At night"', (alert) => {
    expect(night).toMatch(new RegExp(`^\\| ${alert} +\\|`, 'm'));
  });
});

describe('every line of the log under "At night"', () => {
  const sources = globSync('src/{server,service}/**/*.ts', { cwd: PROJECT }).map(read).join('\n');
  const seen = [...night.matchAll(/^\| ([^|]+)\|/gm)].flatMap(([, cell = '']) => [
    ...cell.matchAll(/"([^"]+)"/g),
  ]);

  it.each(seen.map(([, text = '']) => text))('"%s" is written by the service', (text) => {
    // Variable parts and file names are built differently in the source.
    const parts = text.split(/…|\S+\.(?:key|lock)/).map((part) => part.trim());
    expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
  });
});
