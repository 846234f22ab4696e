import { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { Resource } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { Span, SpanInput, Tracing } from './steps';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER } as const;

/** Tracing, with the parts that Temporal's interceptors need. */
export interface OpenTelemetry extends Tracing {
  spanProcessor: SpanProcessor;
  resource: Resource;
}

/** Sends traces by OTLP over HTTP, with the headers of `OTEL_EXPORTER_OTLP_HEADERS`. Called once per process. */
export function startOpenTelemetry(input: { url: string; ratio: number; process: string }): OpenTelemetry {
  const resource = new Resource({ 'service.namespace': 'holdfast', 'service.name': `holdfast-${input.process}` });
  const spanProcessor = new BatchSpanProcessor(
    new OTLPTraceExporter({ url: `${input.url.replace(/\/$/, '')}/v1/traces` }),
    {
      scheduledDelayMillis: 1_000,
    },
  );
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [spanProcessor],
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(input.ratio) }),
  });
  provider.register({
    contextManager: new AsyncLocalStorageContextManager().enable(),
    propagator: new W3CTraceContextPropagator(),
  });
  const tracer = trace.getTracer('holdfast');
  return {
    spanProcessor,
    resource,
    begin: ({ name, kind, attributes, parent }: SpanInput): Span => {
      const from = parent === undefined ? context.active() : getContext(parent);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, from);
      const active = trace.setSpan(from, span);
      return {
        within: (work) => context.with(active, work),
        end: ({ attributes: more = {}, hasFailed = false } = {}) => {
          span.setAttributes({ ...more });
          // Without the error message, which may contain request data.
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    current: () => {
      const carrier: { traceparent?: string } = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent;
    },
    stop: () => provider.shutdown(),
  };
}

function getContext(traceparent: string) {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}
