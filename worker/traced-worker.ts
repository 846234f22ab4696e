import type { WorkerOptions } from '@temporalio/worker';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry';
import {
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryActivityOutboundInterceptor,
  makeWorkflowExporter,
} from '@temporalio/interceptors-opentelemetry/lib/worker';
import type { OpenTelemetry } from '../runtime/tracing/open-telemetry';

/** The OpenTelemetry interceptors of the Temporal client and the workers. Only a process that traces loads this file. */
export function tracedByEngine({ spanProcessor, resource }: OpenTelemetry) {
  const interceptors: WorkerOptions['interceptors'] = {
    activity: [
      (context) => ({
        inbound: new OpenTelemetryActivityInboundInterceptor(context),
        outbound: new OpenTelemetryActivityOutboundInterceptor(context),
      }),
    ],
    workflowModules: [require.resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors')],
  };
  return {
    client: { workflow: [new OpenTelemetryWorkflowClientInterceptor()] },
    worker: { interceptors, sinks: { exporter: makeWorkflowExporter(spanProcessor, resource) } },
  };
}
