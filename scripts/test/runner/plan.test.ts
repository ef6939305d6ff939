import { describe, expect, it } from 'vitest';

import { planRun } from './plan.ts';

const IN_NPM_TEST = ['check', 'unit', 'service', 'engine', 'conformance', 'browser'];
const NAMED_TEST = 'src/service/platform/database/connect.db.test.ts';

const stagesOf = (...args: string[]) => planRun(args).stages.map(({ name }) => name);

describe('the stages of a run', () => {
  it.each([
    ['none is named, those of `npm test`', [], IN_NPM_TEST],
    ['all are asked for', ['--all'], [...IN_NPM_TEST, 'pgbouncer']],
    ['the rest is asked for', ['--rest'], ['unit', 'service', 'engine', 'browser', 'pgbouncer']],
    ['some are named, in the order of the list', ['browser', 'unit'], ['unit', 'browser']],
    ['a file of a browser is named', ['tests/e2e/pay.spec.ts'], ['browser']],
    ['a folder is named', ['./packages/tollgate/conformance'], ['conformance']],
    ['a folder of the service is named', ['tests/service/payins'], ['service', 'engine']],
    ['a unit test is named', ['src/domain/money.test.ts'], ['unit']],
    ['a test of a database beside its source is named', [NAMED_TEST], ['service', 'engine']],
    ['a title is named', ['-t', 'refuses'], IN_NPM_TEST.slice(1)],
  ])('are chosen by the arguments: %s', (_, args, stages) => {
    expect(stagesOf(...args)).toEqual(stages);
  });

  it.each([
    [['units'], 'No such stage or file: units'],
    [['src/none.test.ts'], 'No such stage or file: src/none.test.ts'],
    [['--every'], '--every'],
    [['--minutes', 'ten'], '--minutes is a number'],
  ])('are none, and the message says why, for %j', (args, message) => {
    expect(() => stagesOf(...args)).toThrow(message);
  });
});
