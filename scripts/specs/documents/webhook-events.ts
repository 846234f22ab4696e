// Webhook messages to merchants and integrators.
import type { Document } from '../document';

const signature = {
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'Content-Signature',
    description:
      'Подпись тела сообщения: `alg=RS256; digest=<подпись>`, где подпись — RSASSA-PKCS1-v1_5 с SHA-256 над телом запроса, ' +
      'закодированная в URL-safe base64. Проверяется открытым ключом вебхука (`publicKey`): ' +
      'API платежей отвечает им в PEM, API кошельков — в base64 без обрамления.',
  },
};

const parameters: Document['parameters'] = {
  ContentSignature: {
    name: 'Content-Signature',
    in: 'header',
    required: true,
    description: 'Подпись тела сообщения: `alg=RS256; digest=<подпись в URL-safe base64>`.',
    schema: { type: 'string' },
    example: 'alg=RS256; digest=bXlzaWduYXR1cmU=',
  },
};

const eventsDocument = ({ name, title, description }: Record<'name' | 'title' | 'description', string>): Document => ({
  name,
  controllers: `scripts/specs/declarations/${name}.controller.ts`,
  parameters,
  responses: [],
  tags: [
    {
      name: 'Webhook',
      title: 'Сообщения о событиях',
      paths: /^\/webhook$/,
      description: 'Сообщение, которое принимает ваш сервер.',
    },
  ],
  frame: {
    info: { title, version: '1.0.0', description },
    servers: [{ url: 'https://your-server.example', description: 'Ваш сервер: адрес указан при создании вебхука.' }],
    security: [{ signature: [] }],
    securitySchemes: signature,
  },
});

/** `specs/payments-webhook-events.json`. */
export const paymentsWebhookEvents = eventsDocument({
  name: 'payments-webhook-events',
  title: 'Holdfast Payments Webhook Events',
  description:
    'Сообщения, которые платформа отправляет на ваш сервер о событиях инвойсов, платежей, возвратов, покупателей и выплат магазину.',
});

/** `specs/wallets-webhook-events.json`. */
export const walletsWebhookEvents = eventsDocument({
  name: 'wallets-webhook-events',
  title: 'Holdfast Wallets Webhook Events',
  description: 'Сообщения, которые платформа отправляет на ваш сервер о событиях выводов и получателей средств.',
});
