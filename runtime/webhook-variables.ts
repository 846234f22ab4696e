import { z } from 'zod';

const workflowsError = { error: 'must be a whole number from 1 to 1000' };

/** How failing webhooks are retried. */
export const webhookVariables = {
  WEBHOOK_WORKFLOWS: z.coerce
    .number(workflowsError)
    .int(workflowsError)
    .min(1, workflowsError)
    .max(1_000, workflowsError)
    .default(50)
    .describe(
      'How many subjects of one failing webhook get a workflow each; beyond that one workflow of the endpoint retries them in ' +
        'batches. Each workflow costs as much as a payment',
    ),
};
