import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Access, AcquirerEnvironment, TestCredentials } from '../../testing/environment';
import { signedText } from '../adyen-callbacks';
import { readStatements } from '../adyen-notices';
import { createAdyenConnector } from '../adyen.connector';
import { buildReturnUrl } from '../../return-url';
import { ADYEN_CARDS } from './adyen-book';

const CARD = { type: 'card', cardNumber: ADYEN_CARDS.approved, expDate: '03/30', cvv: '737' } as const;

const keyOf = ({ hmacKey = '' }: TestCredentials) => Buffer.from(hmacKey, 'hex');

const connect = ({ credentials, ...at }: Access) => {
  const { apiKey = '', merchantAccount = '' } = credentials;
  return createAdyenConnector({ apiKey, merchantAccount, hmacKey: keyOf(credentials), ...at });
};

interface Webhook {
  notificationItems: { NotificationRequestItem: Parameters<typeof signedText>[0] & { additionalData?: object } }[];
}

/** Adyen's test environment, whose results come by webhooks. */
export const adyenEnvironment: AcquirerEnvironment = {
  name: 'adyen',
  credentials: { apiKey: 'test-key', merchantAccount: 'HoldfastTEST', hmacKey: '07'.repeat(32) },
  currency: 'EUR',
  approvedTool: CARD,
  // A card holder's name can name a refusal.
  declinedTool: { ...CARD, cardNumber: ADYEN_CARDS.declined, cardHolder: 'NOT_ENOUGH_BALANCE' },
  interactionTool: { ...CARD, cardNumber: ADYEN_CARDS.interaction },
  effects: /^POST \/(payments|cancels)\b/,
  lagMs: 60_000,
  connect,
  isDecided: async ({ book }, authorisation) =>
    (await readStatements(book, authorisation)).own('returned') !== undefined,
  buildReturnUrl: (credentials, callbackUrl, operationID) =>
    buildReturnUrl(callbackUrl, operationID, keyOf(credentials)),
  signCallback(credentials, callback) {
    const { notificationItems, ...rest } = callback as Webhook;
    const sign = (item: Webhook['notificationItems'][number]['NotificationRequestItem']) => {
      const hmacSignature = createHmac('sha256', keyOf(credentials)).update(signedText(item)).digest('base64');
      return { ...item, additionalData: { ...item.additionalData, hmacSignature } };
    };
    const signed = notificationItems.map(({ NotificationRequestItem: item }) => ({
      NotificationRequestItem: sign(item),
    }));
    return { ...rest, notificationItems: signed };
  },
  /** The effects that webhooks have stated; the result of the authorisation is awaited. */
  async readEffects({ book, waitMs }, authorisation) {
    const isStated = async () => {
      const { authorised, refused } = await readStatements(book, authorisation);
      return authorised !== undefined || refused !== undefined;
    };
    for (const end = Date.now() + waitMs / 4; !(await isStated()) && Date.now() < end;) await sleep(50);
    const { authorised, pspReference } = await readStatements(book, authorisation);
    const stated = [...book.notices.values()].filter(
      (notice) => notice.isSuccess && notice.originalReference === pspReference,
    );
    const sum = (...events: string[]) =>
      stated.filter(({ event }) => events.includes(event)).reduce((total, { amount = 0n }) => total + amount, 0n);
    const isReleased = stated.some(({ event }) => event === 'CANCELLATION' || event === 'TECHNICAL_CANCEL');
    return {
      authorised: authorised?.amount ?? 0n,
      captured: sum('CAPTURE'),
      refunded: sum('REFUND'),
      voided: isReleased ? (authorised?.amount ?? 0n) : 0n,
    };
  },
};
