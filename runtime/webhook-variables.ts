import { whole } from './variable-kinds';

/** How failing webhooks are retried. */
export const webhookVariables = {
  WEBHOOK_WORKFLOWS: whole(50, 1_000).describe(
    'How many subjects of one failing webhook get a workflow each; beyond that one workflow of the endpoint retries them in ' +
      'batches. Each workflow costs as much as a payment',
  ),
};
