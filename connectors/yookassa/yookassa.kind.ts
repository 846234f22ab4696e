import { z } from 'zod';
import { address, field, secret } from '../connector-field';
import { defineKind } from '../connector-kind';
import { RECEIPT_FIELDS } from '../receipt-fields';
import { YOOKASSA_CARDS, yookassaAuthorization } from './yookassa.cards';

export const YOOKASSA_URL = 'https://api.yookassa.ru/v3';

/** Networks that YooKassa's notifications come from (yookassa.ru/developers/using-api/webhooks#ip). */
export const YOOKASSA_NETWORKS = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11/32',
  '77.75.156.35/32',
  '2a02:5180::/32',
];

const digits = () => z.string().regex(/^\d{1,20}$/, { error: 'must be an id of digits only' });

/** Shops of YooKassa, with a payout gateway or without one. */
export const yookassaKind = defineKind({
  name: 'yookassa',
  label: 'YooKassa',
  credentials: z
    .strictObject({
      shopID: field(digits(), { en: 'Shop id (shopId)', ru: 'Идентификатор магазина (shopId)' }),
      secretKey: secret(
        z.string().regex(/^(test|live)_\S{1,200}$/, { error: 'must be a key of YooKassa (test_… or live_…)' }),
        { en: 'Secret key', ru: 'Секретный ключ' },
      ),
      payoutGatewayID: field(digits(), { en: 'Payout gateway', ru: 'Шлюз выплат' }).optional(),
      payoutSecretKey: secret(z.string().min(1).max(200), {
        en: 'Key of the payout gateway',
        ru: 'Ключ шлюза выплат',
      }).optional(),
    })
    .refine((given) => (given.payoutGatewayID === undefined) === (given.payoutSecretKey === undefined), {
      error: 'payoutGatewayID and payoutSecretKey need each other',
    }),
  settings: z.strictObject({
    networks: field(
      z
        .array(z.union([z.cidrv4(), z.cidrv6()]))
        .min(1)
        .max(100),
      { en: 'Networks of notifications', ru: 'Сети уведомлений' },
    ).default(YOOKASSA_NETWORKS),
    // Absent: payments with a cart carry receipts.
    receipts: field(z.literal('off'), { en: 'Receipts under 54-FZ', ru: 'Чеки по 54-ФЗ' }).exactOptional(),
    taxSystemCode: field(z.int().min(1).max(6), {
      en: 'Tax system (tag 1055)',
      ru: 'Система налогообложения (тег 1055)',
    }).exactOptional(),
    ...RECEIPT_FIELDS,
    url: field(address(), { en: 'Address', ru: 'Адрес' }).default(YOOKASSA_URL),
  }),
  origins: [new URL(YOOKASSA_URL).origin],
  cards: YOOKASSA_CARDS,
  capabilities: {
    payOut: ['BankCardDestinationResource', 'DigitalWalletDestinationResource', 'FastPaymentSystemTransfer'],
    answersDisputes: false,
    receipts: true,
    listOperations: true,
  },
  readReport: async () => (await import('./yookassa-report.js')).readYooKassaReport,
  isTest: ({ credentials: { secretKey } }) => secretKey.startsWith('test_'),
  open: async ({ credentials, settings }, { lookup }) => {
    const { createYooKassaConnector } = await import('./yookassa.connector.js');
    const { shopID, secretKey, payoutGatewayID, payoutSecretKey } = credentials;
    const isPayingOut = payoutGatewayID !== undefined && payoutSecretKey !== undefined;
    return createYooKassaConnector({
      shop: { id: shopID, secret: secretKey },
      payoutGateway: isPayingOut ? { id: payoutGatewayID, secret: payoutSecretKey } : undefined,
      receipts: {
        isOff: settings.receipts === 'off',
        taxSystemCode: settings.taxSystemCode,
        ...{ vat: settings.receiptVat, subject: settings.receiptSubject, mode: settings.receiptMode },
      },
      url: settings.url,
      lookup,
    });
  },
  probe: ({ credentials: { shopID: id, secretKey }, settings: { url } }) => ({
    ...{ url, method: 'GET', path: '/me' },
    headers: { authorization: yookassaAuthorization({ id, secret: secretKey }) },
  }),
  callbacks: async ({ settings: { networks } }) => {
    const { createYooKassaCallbacks } = await import('./yookassa-callbacks.js');
    return createYooKassaCallbacks(networks);
  },
});
