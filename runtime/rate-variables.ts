import { z } from 'zod';

const error = { error: 'must be a whole number from 1 to 1000000' };
const rate = (standard: number) =>
  z.coerce.number(error).int(error).min(1, error).max(1_000_000, error).default(standard);

/** How much callers may ask of one API process: decision 54 says why so much. */
export const rateVariables = {
  KEY_REQUESTS_PER_SECOND: rate(2_000).describe(
    'How many requests a second of one API key an API process answers; the next hear 429. `party limit` says otherwise for a party',
  ),
  TOKEN_REQUESTS_PER_SECOND: rate(20).describe(
    'The same for one access token of a payer, over ten seconds; of a template’s token for each address',
  ),
  WRONG_KEYS_PER_MINUTE: rate(100).describe(
    'How many wrong keys and tokens an API process hears of one address before it answers 429 instead of 401',
  ),
};
