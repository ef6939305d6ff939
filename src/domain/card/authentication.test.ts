import { expect, it } from 'vitest';
import { authenticationOf } from './authentication.ts';

it.each([
  ['challenged', '05', { flow: 'challenged', eci: '05' }],
  ['frictionless', '2', { flow: 'frictionless', eci: '02' }],
  ['exempted', null, { flow: 'exempted', eci: undefined }],
  [undefined, '7', { flow: undefined, eci: '07' }],
  ['challenged', '005', { flow: 'challenged', eci: undefined }],
  ['challenged', 'x5', { flow: 'challenged', eci: undefined }],
  [undefined, '', undefined],
  [undefined, undefined, undefined],
] as const)('flow %s with the indicator %j is %j', (flow, eci, authentication) => {
  expect(authenticationOf(flow, eci)).toEqual(authentication);
});
