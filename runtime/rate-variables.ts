import { whole } from './variable-kinds';

const rate = (standard: number) => whole(standard, 1_000_000);

/** Rate limits of one API process; decision 54 gives the reasons. */
export const rateVariables = {
  KEY_REQUESTS_PER_SECOND: rate(2_000).describe(
    'Requests per second of one API key at an API process, beyond which it answers 429. `party limit` overrides it for a party',
  ),
  TOKEN_REQUESTS_PER_SECOND: rate(20).describe(
    'Requests per second of one access token, averaged over ten seconds; for a template’s token per address',
  ),
  WRONG_KEYS_PER_MINUTE: rate(100).describe(
    'Wrong keys and tokens per minute of one address, beyond which an API process answers 429 instead of 401',
  ),
};
