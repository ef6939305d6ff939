import { describe, expect, it } from 'vitest';

import { planRun, type Options } from './plan.ts';

const IN_NPM_TEST = ['check', 'unit', 'service', 'engine', 'conformance', 'browser'];
const NAMED_TEST = 'src/service/platform/database/connect.db.test.ts';

describe('the stages of a run', () => {
  it.each<[string, string[], Options, string[]]>([
    ['none is named, those of `npm test`', [], {}, IN_NPM_TEST],
    ['all are asked for', [], { all: true }, [...IN_NPM_TEST, 'pgbouncer']],
    [
      'the rest is asked for',
      [],
      { rest: true },
      ['unit', 'service', 'engine', 'browser', 'pgbouncer'],
    ],
    ['some are named, in the order of the list', ['browser', 'unit'], {}, ['unit', 'browser']],
    ['a file of a browser is named', ['tests/e2e/pay.spec.ts'], {}, ['browser']],
    ['a folder is named', ['./packages/tollgate/conformance'], {}, ['conformance']],
    ['a folder of the service is named', ['tests/service/payins'], {}, ['service', 'engine']],
    ['a unit test is named', ['src/domain/money.test.ts'], {}, ['unit']],
    ['a test of a database beside its source is named', [NAMED_TEST], {}, ['service', 'engine']],
    ['a title is named', [], { title: 'refuses' }, IN_NPM_TEST.slice(1)],
  ])('are chosen by the arguments: %s', (_, words, options, stages) => {
    const plan = planRun(words, options);
    expect(typeof plan === 'object' && plan.stages.map(({ name }) => name)).toEqual(stages);
  });

  it.each(['units', 'src/none.test.ts'])('are none, and the message names the lost %s', (word) => {
    expect(planRun([word], {})).toBe(`No such stage or file: ${word}`);
  });
});
