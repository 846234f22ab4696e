import { z } from 'zod';
import type { CallbackReader, Connector } from './connector';
import { createSandboxCallbacks } from './sandbox/sandbox-callbacks';
import { createSandboxConnector } from './sandbox/sandbox.connector';
import { createYooKassaCallbacks, YOOKASSA_NETWORKS } from './yookassa/yookassa-callbacks';
import { createYooKassaConnector } from './yookassa/yookassa.connector';

/** The credentials and settings of one account. */
export interface AccountAccess<Credentials = unknown, Settings = unknown> {
  credentials: Credentials;
  settings: Settings;
}

/** What a connector declares about its accounts. */
interface AccountKind<Credentials, Settings> {
  credentials: z.ZodType<Credentials>;
  settings: z.ZodType<Settings>;
  /** Whether the account moves no real money. */
  isTest(access: AccountAccess<Credentials, Settings>): boolean;
  /** Whether it lists its operations for reconciliation. */
  lists: boolean;
  open(access: AccountAccess<Credentials, Settings>): Promise<Connector>;
  /** Undefined if the account has no secret for callbacks. */
  callbacks(access: AccountAccess<Credentials, Settings>): Promise<CallbackReader | undefined>;
}

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

/** A kind whose access is validated when it is used. */
export interface ConnectorKind {
  /** @throws ZodError, with the place and the rule of each problem and no values */
  check(access: AccountAccess): { isTest: boolean; settings: Record<string, unknown>; credentials: unknown };
  lists: boolean;
  open(access: AccountAccess): Promise<Connector>;
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
    open: async (access) => kind.open(parse(access)),
    callbacks: async (access) => kind.callbacks(parse(access)),
  };
}

/** The connectors that may have accounts, by name. */
export const CONNECTOR_KINDS: Readonly<Record<string, ConnectorKind>> = {
  sandbox: define(sandbox),
  stripe: define(stripe),
  yookassa: define(yookassa),
};
