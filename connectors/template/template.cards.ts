import type { CardRules } from '../card-rules';

export const TEMPLATE_CARDS: CardRules<{ apiKey: string }, { url: string }> = {
  credentialHeader: 'authorization',
  headers: [],
  requests: [
    {
      method: 'POST',
      path: '/payments',
      members: { 'tool.number': 'number', 'tool.cvv': 'cvv' },
      answer: {
        masked: ['redirectUrl', 'token'],
        plain: ['id', 'test', 'reference', 'status', 'reason', 'error', 'amount', 'currency', 'captured', 'refunds'],
      },
    },
  ],
  access: ({ credentials, settings }) => ({ urls: [settings.url], credentials: [`Bearer ${credentials.apiKey}`] }),
};
