import { z } from 'zod';
import { address, field, secret } from '../connector-field';
import { defineKind } from '../connector-kind';
import { SANDBOX_CARDS, sandboxAuthorization } from './sandbox.cards';

/** The sandbox acquirer of this repository. */
export const sandboxKind = defineKind({
  name: 'sandbox',
  label: 'Sandbox',
  credentials: z.strictObject({ secret: secret(z.string().min(16).max(200), { en: 'Secret', ru: 'Секрет' }) }),
  settings: z.strictObject({ url: field(address(), { en: 'Address', ru: 'Адрес' }) }),
  origins: [],
  cards: SANDBOX_CARDS,
  capabilities: {
    wallets: 'any',
    payOut: 'any',
    answersDisputes: false,
    receipts: false,
    listOperations: true,
  },
  isTest: () => true,
  open: async ({ credentials: { secret }, settings: { url } }, { lookup }) => {
    const { createSandboxConnector } = await import('./sandbox.connector.js');
    return createSandboxConnector({ url, secret, lookup });
  },
  probe: ({ credentials: { secret: key }, settings: { url } }) => {
    const now = new Date().toISOString();
    return {
      ...{ url, method: 'GET', path: '/listing', query: { from: now, to: now } },
      headers: { authorization: sandboxAuthorization(key) },
    };
  },
  callbacks: async ({ credentials: { secret } }) => {
    const { createSandboxCallbacks } = await import('./sandbox-callbacks.js');
    return createSandboxCallbacks(secret);
  },
});
