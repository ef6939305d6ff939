/** The patterns of the OpenAPI documents match the same texts in each language of generated clients. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../support/documents.ts';
import { DOCUMENT, DEVELOPER_DOCUMENT } from '../../packages/tollgate/conformance/validate.ts';

const PROGRAMS = join(PROJECT, 'tests/docs/patterns');
const PYTHON = process.env['PYTHON_PATH'] ?? 'python3';
const GO = process.env['GO_PATH'] ?? 'go';
const JAVA = process.env['JAVA_PATH'] ?? 'java';

const LANGUAGES = [
  { name: 'Python', version: [PYTHON, '--version'], run: [PYTHON, join(PROGRAMS, 'match.py')] },
  { name: 'Go', version: [GO, 'version'], run: [GO, 'run', join(PROGRAMS, 'match.go')] },
  { name: 'Java', version: [JAVA, '--version'], run: [JAVA, join(PROGRAMS, 'Match.java')] },
] as const;

const PATTERNS = [
  ...new Set(
    [
      ...JSON.stringify([DOCUMENT, DEVELOPER_DOCUMENT]).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g),
    ].map(([, json = '']) => String(JSON.parse(json))),
  ),
];

/** Texts that languages may match differently: digits, letters, spaces and line ends of all kinds. */
const ODD = [
  '',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\u0000',
  '\u000b',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u200b',
  '\u2028',
  '\u2029',
  '\u202f',
  '\u3000',
  '\ufeff',
  '\u180e',
  '٣',
  '４',
  '𝟜',
  'é',
  'e\u0301',
  'ß',
  'İ',
  'K',
  'ſ',
  'Ω',
  '漢',
  '😀',
  '𐐀',
  '\\',
  ']',
  '^',
  '$',
  '-',
];

/** Returns matching texts, the same with odd parts inserted, and odd texts alone; the same in each run. */
function samplesOf(pattern: string): string[] {
  const options = { seed: 15, numRuns: 40 };
  const matching = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), options);
  const odd = ODD.flatMap((odd, index) => {
    const text = matching[index % matching.length] ?? '';
    const middle = Math.floor(text.length / 2);
    return [odd, odd + text, text + odd, text.slice(0, middle) + odd + text.slice(middle)];
  });
  return [...matching, ...odd].filter((text) => text.isWellFormed());
}

const JUDGED = PATTERNS.map((pattern) => {
  const inJavaScript = new RegExp(pattern, 'u');
  const samples = samplesOf(pattern).map((text) => ({ text, fits: inJavaScript.test(text) }));
  return { pattern, samples };
});

function hex(text: string) {
  return Buffer.from(text).toString('hex');
}

const INPUT = JUDGED.flatMap(({ pattern, samples }) => [
  `p ${hex(pattern)}\n`,
  ...samples.map(({ text }) => `s ${hex(text)}\n`),
]).join('');

describe('the patterns of the OpenAPI documents', () => {
  let cache: string;
  beforeAll(() => {
    cache = mkdtempSync(join(tmpdir(), 'tollgate-go-'));
  });
  afterAll(() => {
    rmSync(cache, { recursive: true });
  });

  it('match the whole of a text', () => {
    expect(PATTERNS.length).toBeGreaterThan(20);
    expect(PATTERNS.filter((pattern) => !/^\^.*\$$/s.test(pattern))).toEqual([]);
    const counts = JUDGED.map(({ samples }) => samples.filter(({ fits }) => fits).length);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  for (const { name, version, run } of LANGUAGES) {
    const isThere = spawnSync(version[0], [version[1]]).status === 0;
    it.runIf(isThere)(`match the same texts in ${name} as in JavaScript`, () => {
      const [program, ...args] = run;
      // Keeps Go's compiler output in a temporary folder.
      const env = { ...process.env, GOCACHE: cache, GOFLAGS: '-mod=mod', GO111MODULE: 'off' };
      const { stdout, stderr, status } = spawnSync(program, args, {
        input: INPUT,
        env,
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const verdicts = stdout.trim().split('\n');
      const all = JUDGED.flatMap(({ pattern, samples }) =>
        samples.map((sample) => ({ pattern, ...sample })),
      );
      expect(verdicts).toHaveLength(all.length);
      expect(all.filter(({ fits }, index) => fits !== (verdicts[index] === '1'))).toEqual([]);
    });
  }
});
