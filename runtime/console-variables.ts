import { z } from 'zod';
import { keys32 } from './variable-kinds';

/** Settings of the operators' console. */
export const consoleVariables = {
  CONSOLE_SESSION_KEY: keys32
    .optional()
    .describe(
      'Encrypts the sessions of the console: base64 of 32 bytes. Several, separated by commas, during a rotation: the first ' +
        'encrypts, all decrypt. A new key ends all sessions',
    ),
  CONSOLE_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .optional()
    .describe('Address at which the console reaches the API, if it is not API_URL'),
  CONSOLE_OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Client of the console at the provider OIDC_ISSUER; with it operators sign in there'),
  CONSOLE_OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Secret of that client; without it the client is public and uses PKCE only'),
};
