import { z } from 'zod';

const ratioError = { error: 'must be a number from 0 to 1' };

/** What of the environment says where traces go. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .optional()
    .describe(
      'Where traces go, by OTLP over HTTP (`/v1/traces` is added); its headers as OTEL_EXPORTER_OTLP_HEADERS has them. Without ' +
        'it nothing is traced',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number(ratioError)
    .min(0, ratioError)
    .max(1, ratioError)
    .default(1)
    .describe('Which share of calls is traced'),
};
