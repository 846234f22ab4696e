import { networks, whole } from './variable-kinds';

/** When the accounts of acquirers are passed over. */
export const accountHealthVariables = {
  CONNECTOR_PRIVATE_NETWORKS: networks
    .default([])
    .describe('Private networks that the addresses of connector accounts may be in; none by default'),
  ACCOUNT_FAILURE_PERCENT: whole(50, 100).describe(
    'Share of technical failures, in percent, from which new payments pass a connector account over if they can',
  ),
  ACCOUNT_FAILURE_REQUESTS: whole(10, 100_000).describe('Recent requests below which an account is never passed over'),
  ACCOUNT_FAILURE_SECONDS: whole(60, 100_000).describe('How long a request of an account counts as recent'),
  ACCOUNT_PASS_OVER_SECONDS: whole(60, 100_000).describe('How long an account is passed over'),
};
