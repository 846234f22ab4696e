import { Registry } from 'prom-client';
import { collectProcessMetrics } from './process.metrics';

test('only counters have names that end in _total', async () => {
  const registry = new Registry();
  collectProcessMetrics(registry);
  const metrics = await registry.getMetricsAsJSON();
  const named = metrics.filter(({ name }) => name.endsWith('_total'));
  expect(named.filter(({ type }) => String(type) !== 'counter')).toEqual([]);
  expect(metrics.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'process_cpu_seconds_total',
      'nodejs_active_resources',
      'nodejs_eventloop_lag_p99_seconds',
    ]),
  );
});
