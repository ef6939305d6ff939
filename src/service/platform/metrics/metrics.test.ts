import { expect, it } from 'vitest';
import { boundedLabel, OTHER, VALUES_OF_A_LABEL, createMetrics } from './metrics.ts';

it('boundedLabel keeps the first values, and replaces all others with OTHER', () => {
  const label = boundedLabel(2);
  expect(['a', 'b', 'a', 'c', 'd', 'b'].map(label)).toEqual(['a', 'b', 'a', OTHER, OTHER, 'b']);
});

it('createMetrics bounds the number of series for terminals and methods', async () => {
  const metrics = createMetrics();
  for (let n = 0; n < VALUES_OF_A_LABEL * 3; n += 1) {
    const id = `id-${n}`;
    const [direction, status] = ['payin', 'SUCCESS'] as const;
    metrics.orderMoved({ direction, status, methodId: id, terminalId: id });
    metrics.acquirerAnswered({ terminalId: id, call: 'authorize', result: 'approved', seconds: 1 });
  }
  const text = await metrics.registry.metrics();
  const seriesOf = (name: string) => text.match(new RegExp(`^${name}\\{`, 'gm'))?.length;
  expect(seriesOf('tollgate_order_transitions_total')).toBe(VALUES_OF_A_LABEL + 1);
  expect(seriesOf('tollgate_provider_call_duration_seconds_count')).toBe(VALUES_OF_A_LABEL + 1);
});
