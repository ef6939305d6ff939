import { describe, expect, it } from 'vitest';

import { planRun } from './choose-stages.ts';

const IN_NPM_TEST = ['check', 'unit', 'service', 'engine', 'conformance', 'browser'];

/** Returns the names of the stages that a command line asks for, or the text that says what is wrong with it. */
function stagesOf(...args: string[]): string[] | string {
  const plan = planRun(args);
  return typeof plan === 'string' ? plan : plan.stages.map(({ name }) => name);
}

describe('the stages of a run', () => {
  it.each([
    ['none is named, those of `npm test`', [], IN_NPM_TEST],
    ['all are asked for', ['--all'], [...IN_NPM_TEST, 'pgbouncer']],
    [
      'the rest is asked for, those that `npm test` does not run in full',
      ['--rest'],
      ['unit', 'service', 'engine', 'browser', 'pgbouncer'],
    ],
    ['some are named, in the order of the list', ['browser', 'unit'], ['unit', 'browser']],
    ['one that is apart is named', ['pgbouncer'], ['pgbouncer']],
    ['a file of a browser is named', ['tests/e2e/pay.spec.ts'], ['browser']],
    [
      'a file of the service is named',
      ['tests/service/payins/velocity.test.ts'],
      ['service', 'engine'],
    ],
    ['a folder is named', ['./tests/conformance'], ['conformance']],
    ['a unit test is named', ['src/domain/money.test.ts'], ['unit']],
    [
      'a test of a database beside its source is named',
      ['src/service/platform/database/connect.db.test.ts'],
      ['service', 'engine'],
    ],
    ['a title is named', ['-t', 'refuses'], IN_NPM_TEST.slice(1)],
  ])('are chosen by the arguments: %s', (_, args, stages) => {
    expect(stagesOf(...args)).toEqual(stages);
  });

  it.each([
    ['an unknown stage', ['units'], /^No such stage or file: units\n\nnpm test /],
    [
      'a file that is not there',
      ['src/none.test.ts'],
      /^No such stage or file: src\/none\.test\.ts\n/,
    ],
    ['an unknown option', ['--every'], /--every/],
    ['minutes that are no number', ['--minutes', 'ten'], /^--minutes is a number/],
  ])('are none, and the usage is printed, for %s', (_, args, said) => {
    expect(stagesOf(...args)).toMatch(said);
  });
});
