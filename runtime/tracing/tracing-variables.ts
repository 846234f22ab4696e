import { z } from 'zod';
import { httpUrl } from '../variable-kinds';

const ratioError = { error: 'must be a number from 0 to 1' };

export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe(
      'Endpoint of traces, by OTLP over HTTP (`/v1/traces` is appended), with the headers of OTEL_EXPORTER_OTLP_HEADERS. Without ' +
        'it nothing is traced',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number(ratioError)
    .min(0, ratioError)
    .max(1, ratioError)
    .default(1)
    .describe('Share of calls that are traced'),
};
