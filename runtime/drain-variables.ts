import { z } from 'zod';

const error = { error: 'must be a number of seconds from 0 to 3600' };

/** How processes that serve behind a balancer leave it. */
export const drainVariables = {
  DRAIN_SECONDS: z.coerce
    .number(error)
    .min(0, error)
    .max(3_600, error)
    .default(0)
    .describe(
      'How many seconds the API, the checkout and the site still serve after SIGTERM, with 503 at `/readyz`, before they stop ' +
        'accepting connections: longer than a balancer takes to see it (its interval times the failures that it waits for)',
    ),
};
