import { z } from 'zod';
import type { NoticeBook } from '../domain/connector-notice/connector-notice';
import { CHECKOUT_URL, LIVE_ADDRESS, TRANSFERS_URL } from './adyen/adyen-addresses';
import { createAdyenCallbacks } from './adyen/adyen-callbacks';
import { createAdyenConnector } from './adyen/adyen.connector';
import type { AccountAccess, AccountKind } from './account-kind';
import type { CallbackReader } from './callback';
import type { Connector } from './connector';
import { createSandboxCallbacks } from './sandbox/sandbox-callbacks';
import { createSandboxConnector } from './sandbox/sandbox.connector';
import { createYooKassaCallbacks, YOOKASSA_NETWORKS } from './yookassa/yookassa-callbacks';
import { createYooKassaConnector } from './yookassa/yookassa.connector';

const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });
const digits = z.string().regex(/^\d{1,20}$/, { error: 'must be an id of digits only' });

const sandbox: AccountKind<{ secret: string }, { url: string }> = {
  credentials: z.strictObject({ secret: z.string().min(16).max(200) }),
  settings: z.strictObject({ url }),
  isTest: () => true,
  lists: true,
  open: async ({ credentials: { secret }, settings }) => createSandboxConnector({ url: settings.url, secret }),
  callbacks: async ({ credentials: { secret } }) => createSandboxCallbacks(secret),
};

interface StripeCredentials {
  secretKey: string;
  webhookSecret?: string | undefined;
}

const stripe: AccountKind<StripeCredentials, { statementDescriptorSuffix?: string; url?: string }> = {
  credentials: z.strictObject({
    secretKey: z.string().regex(/^[rs]k_(test|live)_\w{1,200}$/, { error: 'must be a key of Stripe (sk_… or rk_…)' }),
    webhookSecret: z
      .string()
      .regex(/^whsec_\S{1,200}$/, { error: 'must be a signing secret of Stripe (whsec_…)' })
      .optional(),
  }),
  settings: z.strictObject({
    // Stripe prints it after the account's own descriptor on the card statement.
    statementDescriptorSuffix: z
      .string()
      .regex(/^(?=.*[A-Za-z])[^<>\\'"*]{1,22}$/, {
        error: 'must have 1 to 22 characters with a letter, none of <>\\\'"*',
      })
      .exactOptional(),
    url: url.exactOptional(),
  }),
  isTest: ({ credentials: { secretKey } }) => /^[rs]k_test_/.test(secretKey),
  lists: true,
  open: async ({ credentials: { secretKey }, settings }) => {
    const { createStripeConnector } = await import('./stripe/stripe.connector.js');
    return createStripeConnector({ secretKey, ...settings });
  },
  callbacks: async ({ credentials: { webhookSecret } }) => {
    if (webhookSecret === undefined) return undefined;
    const { createStripeCallbacks } = await import('./stripe/stripe-callbacks.js');
    return createStripeCallbacks(webhookSecret);
  },
};

interface YooKassaCredentials {
  shopID: string;
  secretKey: string;
  payoutGatewayID?: string | undefined;
  payoutSecretKey?: string | undefined;
}

interface YooKassaSettings {
  networks?: string[];
  /** Absent: payments with a cart carry receipts. */
  receipts?: 'off';
  taxSystemCode?: number;
  url?: string;
}

const yookassa: AccountKind<YooKassaCredentials, YooKassaSettings> = {
  credentials: z
    .strictObject({
      shopID: digits,
      secretKey: z.string().regex(/^(test|live)_\S{1,200}$/, { error: 'must be a key of YooKassa (test_… or live_…)' }),
      payoutGatewayID: digits.optional(),
      payoutSecretKey: z.string().min(1).max(200).optional(),
    })
    .refine((given) => (given.payoutGatewayID === undefined) === (given.payoutSecretKey === undefined), {
      error: 'payoutGatewayID and payoutSecretKey need each other',
    }),
  settings: z.strictObject({
    networks: z
      .array(z.union([z.cidrv4(), z.cidrv6()]))
      .min(1)
      .max(100)
      .exactOptional(),
    receipts: z.literal('off').exactOptional(),
    taxSystemCode: z.int().min(1).max(6).exactOptional(),
    url: url.exactOptional(),
  }),
  isTest: ({ credentials: { secretKey } }) => secretKey.startsWith('test_'),
  lists: true,
  open: async ({ credentials, settings }) => {
    const { shopID, secretKey, payoutGatewayID, payoutSecretKey } = credentials;
    const isPayingOut = payoutGatewayID !== undefined && payoutSecretKey !== undefined;
    return createYooKassaConnector({
      shop: { id: shopID, secret: secretKey },
      payoutGateway: isPayingOut ? { id: payoutGatewayID, secret: payoutSecretKey } : undefined,
      receipts: { isOff: settings.receipts === 'off', taxSystemCode: settings.taxSystemCode },
      ...(settings.url !== undefined && { url: settings.url }),
    });
  },
  callbacks: async ({ settings: { networks = YOOKASSA_NETWORKS } }) => createYooKassaCallbacks(networks),
};

interface AdyenCredentials {
  apiKey: string;
  merchantAccount: string;
  hmacKey: string;
  transferApiKey?: string | undefined;
  balanceAccount?: string | undefined;
  transferHmacKey?: string | undefined;
}

const hmacKey = z.string().regex(/^[\da-f]{64}$/i, { error: 'must be an HMAC key of 64 hexadecimal digits' });

const adyen: AccountKind<AdyenCredentials, { checkoutUrl?: string; transfersUrl?: string }> = {
  credentials: z
    .strictObject({
      apiKey: z.string().min(1).max(1_000),
      merchantAccount: z.string().min(1).max(100),
      hmacKey,
      transferApiKey: z.string().min(1).max(1_000).optional(),
      balanceAccount: z
        .string()
        .regex(/^BA[A-Z0-9]{10,40}$/, { error: 'must be the id of a balance account (BA…)' })
        .optional(),
      transferHmacKey: hmacKey.optional(),
    })
    .refine((given) => (given.transferApiKey === undefined) === (given.balanceAccount === undefined), {
      error: 'transferApiKey and balanceAccount need each other',
    }),
  settings: z.strictObject({ checkoutUrl: url.exactOptional(), transfersUrl: url.exactOptional() }),
  isTest: ({ settings: { checkoutUrl = CHECKOUT_URL } }) => !LIVE_ADDRESS.test(checkoutUrl),
  lists: false,
  open: async ({ credentials, settings: { checkoutUrl = CHECKOUT_URL, transfersUrl = TRANSFERS_URL } }, book) => {
    const { apiKey, merchantAccount, transferApiKey, balanceAccount } = credentials;
    const isPayingOut = transferApiKey !== undefined && balanceAccount !== undefined;
    const payOuts = isPayingOut ? { apiKey: transferApiKey, balanceAccount, url: transfersUrl } : undefined;
    const key = Buffer.from(credentials.hmacKey, 'hex');
    return createAdyenConnector({ apiKey, merchantAccount, hmacKey: key, url: checkoutUrl, book, payOuts });
  },
  callbacks: async ({ credentials }) =>
    createAdyenCallbacks({
      merchantAccount: credentials.merchantAccount,
      hmacKey: Buffer.from(credentials.hmacKey, 'hex'),
      transferHmacKey:
        credentials.transferHmacKey === undefined ? undefined : Buffer.from(credentials.transferHmacKey, 'hex'),
    }),
};

/** A kind whose access is validated when it is used. */
export interface ConnectorKind {
  /** @throws ZodError, with the place and the rule of each problem and no values */
  check(access: AccountAccess): { isTest: boolean; settings: Record<string, unknown>; credentials: unknown };
  lists: boolean;
  open(access: AccountAccess, notices: NoticeBook): Promise<Connector>;
  callbacks(access: AccountAccess): Promise<CallbackReader | undefined>;
}

function define<Credentials, Settings>(kind: AccountKind<Credentials, Settings>): ConnectorKind {
  const schema = z.object({ credentials: kind.credentials, settings: kind.settings });
  const parse = (access: AccountAccess) => schema.parse(access) as AccountAccess<Credentials, Settings>;
  return {
    check: (access) => {
      const { credentials, settings } = parse(access);
      return {
        isTest: kind.isTest({ credentials, settings }),
        settings: settings as Record<string, unknown>,
        credentials,
      };
    },
    lists: kind.lists,
    open: async (access, notices) => kind.open(parse(access), notices),
    callbacks: async (access) => kind.callbacks(parse(access)),
  };
}

/** The connectors that may have accounts, by name. */
export const CONNECTOR_KINDS: Readonly<Record<string, ConnectorKind>> = {
  sandbox: define(sandbox),
  stripe: define(stripe),
  yookassa: define(yookassa),
  adyen: define(adyen),
};
