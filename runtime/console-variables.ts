import { httpUrl, keys32, port, text, url } from './variable-kinds';

/** Settings of the operators' console. */
export const consoleVariables = {
  CONSOLE_PORT: port(3002).describe('Port of the console of operators and merchants'),
  CONSOLE_URL: url('http://127.0.0.1:3002').describe(
    'Public base URL of the console; needs an origin that serves nothing else',
  ),
  CONSOLE_SESSION_KEY: keys32
    .optional()
    .describe(
      'Encrypts the sessions of the console: base64 of 32 bytes. Several, separated by commas, during a rotation: the first ' +
        'encrypts, all decrypt. A new key ends all sessions',
    ),
  CONSOLE_API_URL: httpUrl.optional().describe('Address at which the console reaches the API, if it is not API_URL'),
  CONSOLE_OIDC_CLIENT_ID: text
    .optional()
    .describe('Client of the console at the provider OIDC_ISSUER; with it operators sign in there'),
  CONSOLE_OIDC_CLIENT_SECRET: text
    .optional()
    .describe('Secret of that client; without it the client is public and uses PKCE only'),
};

/** The settings that the console reads. */
export const consoleSettings = {
  NODE_ENV: true,
  HOST: true,
  CONSOLE_PORT: true,
  CONSOLE_URL: true,
  CONSOLE_API_URL: true,
  CONSOLE_OIDC_CLIENT_ID: true,
  CONSOLE_OIDC_CLIENT_SECRET: true,
  TRUSTED_PROXIES: true,
  DRAIN_SECONDS: true,
  API_URL: true,
  LOG_LEVEL: true,
} as const;
