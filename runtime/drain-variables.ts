import { z } from 'zod';

const error = { error: 'must be a number of seconds from 0 to 3600' };

export const drainVariables = {
  DRAIN_SECONDS: z.coerce
    .number(error)
    .min(0, error)
    .max(3_600, error)
    .default(0)
    .describe(
      'Seconds for which the API, the checkout and the site serve after SIGTERM, with 503 at `/readyz`, before they stop ' +
        'accepting connections: longer than a load balancer needs to notice (its check interval times its failure threshold)',
    ),
};
