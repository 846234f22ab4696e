import { z } from 'zod';
import { file, httpUrl, keys32, list, networks, port, text, whole } from './variable-kinds';

/** The vault and its certificates, for each process that uses it. */
export const vaultClientVariables = {
  VAULT_URL: z
    .url({ protocol: /^https$/, error: 'must be an https URL' })
    .default('https://127.0.0.1:8086')
    .describe('Address of the vault of cards'),
  VAULT_TLS_CA: file.describe('File of the authority that signs the certificates of the vault and of its clients, PEM'),
  VAULT_TLS_CERT: file.describe('File of the certificate of this process; its CN is api, worker or operator'),
  VAULT_TLS_KEY: file.describe('File of the private key of that certificate'),
};

/** Settings of the API about tokens that the vault opens. */
export const walletVariables = {
  APPLE_PAY_VAULT_MERCHANTS: list
    .default([])
    .describe('Merchant identifiers (merchantID), separated by commas, whose tokens of Apple Pay the vault opens'),
  GOOGLE_PAY_VAULT_MERCHANTS: list
    .default([])
    .describe('Merchants (gatewayMerchantID), separated by commas, whose tokens of Google Pay the vault opens'),
};

/** Settings that only the vault reads. */
export const vaultOnlyVariables = {
  VAULT_PORT: port(8086).describe('Port of the vault'),
  VAULT_HEALTH_PORT: port(8087).describe('Port of the health and metrics of the vault'),
  VAULT_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
    .optional()
    .describe('Database of the vault, with a role of its own'),
  VAULT_KEK: keys32
    .optional()
    .describe(
      'Key-encryption key of the vault: base64 of 32 bytes. Several, separated by commas, during a rotation: the first ' +
        'wraps, all unwrap',
    ),
  VAULT_KEY_FILE: file.describe('File of key-encryption keys, which two custodians unlock after each start'),
  VAULT_KMS_KEYS: list.optional().describe('Keys of AWS KMS, ARNs separated by commas: the first wraps, all unwrap'),
  VAULT_KMS_REGION: text.default('us-east-1').describe('Region of those keys'),
  VAULT_KMS_ENDPOINT: httpUrl.optional().describe('Endpoint of AWS KMS other than the public one of the region'),
  VAULT_TRANSIT_URL: httpUrl
    .optional()
    .describe('Address of HashiCorp Vault, whose transit engine has the key-encryption key'),
  VAULT_TRANSIT_KEY: z
    .string()
    .regex(/^[\w.-]{1,100}$/, { error: 'must be the name of a key' })
    .optional()
    .describe('Name of that key'),
  VAULT_TRANSIT_MOUNT: text.default('transit').describe('Path of the transit engine'),
  VAULT_TRANSIT_TOKEN_FILE: file.describe('File of the token for it, which an agent renews'),
  VAULT_TRANSIT_CA: file.describe('File of a private authority of that server, PEM'),
  VAULT_CVV_MINUTES: whole(75, 120).describe(
    'Minutes for which a CVV is stored at most: the 64 of a payment token and those of the authorisation',
  ),
  VAULT_APPLE_PAY_FILE: file.describe(
    'File of the keys that open tokens of Apple Pay, JSON (docs/vault.md); without it none is opened',
  ),
  VAULT_GOOGLE_PAY_FILE: file.describe(
    'File of the keys that open tokens of Google Pay, JSON (docs/vault.md); without it none is opened',
  ),
  VAULT_USES_PER_CARD: whole(30, 1_000).describe('Requests with one card in a minute at most'),
  VAULT_USES_PER_CERTIFICATE: whole(30_000, 10_000_000).describe(
    'Requests with cards in a minute at most that one certificate makes at one vault',
  ),
  VAULT_REVOKED_FILE: file.describe(
    'File of SHA-256 fingerprints of certificates that are no longer valid, one a line; read again when it changes',
  ),
  VAULT_ORIGINS: list
    .default([])
    .pipe(
      z.array(z.string().regex(/^https?:\/\/[^/]+$/, { error: 'must be origins such as https://api.bank.example' })),
    )
    .describe('Origins of acquirers that cards may be sent to, besides those of Stripe, YooKassa and Adyen'),
  VAULT_PRIVATE_NETWORKS: networks
    .default([])
    .describe('Private networks that those origins may be in; none by default'),
};

export const vaultVariables = { ...vaultClientVariables, ...vaultOnlyVariables };
