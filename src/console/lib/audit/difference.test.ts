import { expect, it } from 'vitest';
import { differences } from './difference.ts';

it.each([
  ['nothing', null, null, []],
  ['what was made', null, '{"role":"viewer"}', [['role', undefined, 'viewer']]],
  ['what was changed', '{"up":true}', '{"up":false}', [['up', 'true', 'false']]],
  ['what was taken away', '{"text":"x"}', '{"text":null}', [['text', 'x', 'none']]],
  [
    'what lies deeper',
    '{"method":{"fee":"1.5"}}',
    '{"method":{"fee":"2","brands":["visa"]}}',
    [
      ['method › fee', '1.5', '2'],
      ['method › brands', undefined, 'visa'],
    ],
  ],
  [
    'a list without brackets',
    null,
    '{"routes":[{"terminal":"a","brands":["visa","mir"]},{"terminal":"b"}],"banks":[]}',
    [
      ['routes', undefined, 'terminal a · brands visa, mir, terminal b'],
      ['banks', undefined, 'none'],
    ],
  ],
  [
    'where in a deployment, by the names',
    '{"merchants[A & B].gates[main].methods[card_eur]":{"fee_percent":"2.9"}}',
    '{"merchants[A & B].gates[main].methods[card_eur]":{"fee_percent":"2.5"}}',
    [['A & B › main › card_eur › fee percent', '2.9', '2.5']],
  ],
  [
    'amounts in minor units, as amounts',
    '{"available_minor":"860129","wallet_minor":null}',
    '{"available_minor":-71,"wallet_minor":"0"}',
    [
      ['available', '8,601.29', '−0.71'],
      ['wallet', 'none', '0.00'],
    ],
  ],
  ['what is no object', null, '"x"', [['value', undefined, 'x']]],
])('shows %s', (_what, before, after, said) => {
  const shown = differences(before, after);
  expect(shown.map((each) => [each.name, each.before, each.after])).toEqual(said);
});
