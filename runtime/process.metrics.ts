import { collectDefaultMetrics, type DefaultMetricsCollectorConfiguration, type Registry } from 'prom-client';

/** Gauges of prom-client with the names of counters; `nodejs_active_resources` and the others count the same by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Collects processor time, memory, garbage collection and the delay of the event loop. */
export function collectProcessMetrics(
  registry: Registry,
  options: DefaultMetricsCollectorConfiguration<Registry['contentType']> = {},
): void {
  collectDefaultMetrics({ ...options, register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
}
