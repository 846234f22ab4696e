import { z } from 'zod';
import { address, field, secret } from '../connector-field';
import { defineKind } from '../connector-kind';
import { TEMPLATE_CARDS } from './template.cards';

const secretText = () => z.string().min(16).max(200);

/** Accounts of the acquirer. */
export const templateKind = defineKind({
  name: 'template',
  label: 'Template',
  credentials: z.strictObject({
    apiKey: secret(secretText(), { en: 'API key', ru: 'API-ключ' }),
    callbackSecret: secret(secretText(), { en: 'Secret of notifications', ru: 'Секрет уведомлений' }).optional(),
  }),
  settings: z.strictObject({ url: field(address(), { en: 'Address', ru: 'Адрес' }) }),
  // The acquirer's published origins, so that its accounts need no permission for their addresses.
  origins: [],
  cards: TEMPLATE_CARDS,
  capabilities: {
    payOut: [],
    answersDisputes: false,
    receipts: false,
    listOperations: false,
  },
  isTest: ({ credentials }) => credentials.apiKey.startsWith('template-test-'),
  open: async ({ credentials: { apiKey }, settings: { url } }, { lookup }) => {
    const { createTemplateConnector } = await import('./template.connector.js');
    return createTemplateConnector({ url, apiKey, lookup });
  },
  probe: ({ credentials: { apiKey }, settings: { url } }) => ({
    ...{ url, method: 'GET', path: '/account' },
    headers: { authorization: `Bearer ${apiKey}` },
  }),
  callbacks: async ({ credentials: { callbackSecret } }) => {
    if (callbackSecret === undefined) return undefined;
    const { createTemplateCallbacks } = await import('./template-callbacks.js');
    return createTemplateCallbacks(callbackSecret);
  },
});
