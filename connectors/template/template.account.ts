import { z } from 'zod';
import type { AccountKind } from '../account-kind';
import { createTemplateCallbacks } from './template-callbacks';
import { createTemplateConnector } from './template.connector';

interface TemplateCredentials {
  apiKey: string;
  callbackSecret?: string | undefined;
}

/** The credentials and settings of an account with the acquirer. */
export const templateAccount: AccountKind<TemplateCredentials, { url: string }> = {
  credentials: z.strictObject({
    apiKey: z.string().min(16).max(200),
    callbackSecret: z.string().min(16).max(200).optional(),
  }),
  settings: z.strictObject({ url: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }) }),
  isTest: ({ credentials: { apiKey } }) => apiKey.startsWith('template-test-'),
  lists: false,
  open: async ({ credentials: { apiKey }, settings: { url } }) => createTemplateConnector({ url, apiKey }),
  callbacks: async ({ credentials: { callbackSecret } }) =>
    callbackSecret === undefined ? undefined : createTemplateCallbacks(callbackSecret),
};
