import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { STAGES, type Selection, type Stage } from './stages.ts';

export const USAGE = `npm test                      every stage
npm test -- STAGE …           some: ${STAGES.map(({ name }) => name).join(', ')}
npm test -- FILE …            the tests of a file or a folder
npm test -- -t 'TITLE'        tests whose title matches this regular expression
npm run test:all              also the stages and tests set apart; --rest: only those; --minutes N: stop then without failing`;

const OPTIONS = {
  title: { type: 'string', short: 't' },
  all: { type: 'boolean' },
  rest: { type: 'boolean' },
  minutes: { type: 'string' },
} as const;

export interface Plan {
  readonly stages: readonly Stage[];
  readonly selection: Selection;
  readonly minutes: number;
}

/** Returns the plan for a command line. Throws with a text that says what is wrong with it. */
export function planRun(args: readonly string[]): Plan {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: OPTIONS,
  });
  const isStage = (word: string) => STAGES.some(({ name }) => name === word);
  const names = positionals.filter(isStage);
  const paths = positionals.filter((word) => !isStage(word)).map(fromProject);
  const lost = paths.find((path) => !existsSync(path));
  if (lost !== undefined) throw new Error(`No such stage or file: ${lost}`);
  const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
  if (!(minutes > 0)) throw new Error('--minutes is a number');
  const { title } = values;
  const extent = values.rest ? 'rest' : values.all ? 'all' : 'test';
  const isAsked = ({ name, files, isApart, isUndivided }: Stage) => {
    if (names.length > 0) return names.includes(name);
    if (paths.length > 0) return paths.some((path) => files?.test(path));
    if (title !== undefined && name === 'check') return false;
    return extent === 'test' ? !isApart : extent === 'all' || !isUndivided;
  };
  return {
    stages: STAGES.filter(isAsked),
    selection: { extent, paths, ...(title !== undefined && { title }) },
    minutes,
  };
}

/** Returns a path relative to the project, as stages use it. */
function fromProject(path: string): string {
  return path.replace(/^\.\//, '').replace(`${process.cwd()}/`, '');
}
