import type { Environment } from '../environment';
import type { SpanInput, Tracing } from './steps';

export type { SpanInput, Tracing } from './steps';

export type TracingSettings = Pick<Environment, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>;

/** Opens tracing if an endpoint is set; otherwise OpenTelemetry is not loaded. */
export async function openTracing(settings: TracingSettings, process: string): Promise<OpenTelemetry | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  if (url === undefined) return undefined;
  const { startOpenTelemetry } = await import('./open-telemetry.js');
  return startOpenTelemetry({ url, ratio, process });
}

type OpenTelemetry = import('./open-telemetry.js').OpenTelemetry;

export async function traced<Result>(
  tracing: Tracing | undefined,
  input: () => SpanInput,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work();
  const span = tracing.begin(input());
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ hasFailed: true });
    throw error;
  }
}
