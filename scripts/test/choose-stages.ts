import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { STAGES, type Selection, type Stage } from './stages.ts';

export const USAGE = `npm test                      every stage
npm test -- STAGE …           some: ${STAGES.map(({ name }) => name).join(', ')}
npm test -- FILE …            the tests of a file or a folder
npm test -- -t 'TITLE'        tests whose title matches this regular expression
npm run test:all              also the stages and tests set apart; --rest: only those; --minutes N: stop then without failing`;

export interface Plan {
  readonly stages: readonly Stage[];
  readonly selection: Selection;
  readonly minutes?: number;
}

/** Returns the plan for a command line, or a text that says what is wrong with it. */
export function planRun(args: readonly string[]): Plan | string {
  const asked = parse(args);
  if (typeof asked === 'string') return asked;
  const { values, positionals } = asked;
  const isStage = (word: string) => STAGES.some(({ name }) => name === word);
  const names = positionals.filter(isStage);
  const paths = positionals.filter((word) => !isStage(word)).map(fromProject);
  const lost = paths.find((path) => !existsSync(path));
  if (lost !== undefined) return `No such stage or file: ${lost}\n\n${USAGE}`;
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  if (minutes !== undefined && !(minutes > 0)) return `--minutes is a number\n\n${USAGE}`;
  const extent = values.rest ? 'rest' : values.all ? 'all' : 'test';
  return {
    stages: STAGES.filter((stage) => isAsked(stage, { names, paths, extent, title: values.title })),
    selection: { extent, paths, ...(values.title !== undefined && { title: values.title }) },
    ...(minutes !== undefined && { minutes }),
  };
}

type Asked = Pick<Selection, 'extent' | 'paths'> & {
  names: readonly string[];
  title: string | undefined;
};

function isAsked(stage: Stage, { names, paths, extent, title }: Asked): boolean {
  if (names.length > 0) return names.includes(stage.name);
  if (paths.length > 0) return paths.some((path) => stage.has(path));
  if (title !== undefined && stage.name === 'check') return false;
  if (extent === 'test') return stage.isApart !== true;
  return extent === 'all' || stage.isUndivided !== true;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        title: { type: 'string', short: 't' },
        all: { type: 'boolean', default: false },
        rest: { type: 'boolean', default: false },
        minutes: { type: 'string' },
      },
    });
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`;
  }
}

/** Returns a path relative to the project, as stages use it. */
function fromProject(path: string): string {
  return path.replace(/^\.\//, '').replace(`${process.cwd()}/`, '');
}
