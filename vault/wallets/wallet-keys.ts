import { readFileSync } from 'node:fs';
import { parseApplePayKeys, type ApplePayKeys } from './apple-keys';
import { parseGooglePayKeys, type GooglePayKeys } from './google-keys';

/** What opens tokens of wallets; those of an absent one are not opened. */
export interface WalletKeys {
  ApplePay?: ApplePayKeys | undefined;
  GooglePay?: GooglePayKeys | undefined;
}

/** Reads the files of keys. @throws if one is wrong */
export function readWalletKeys(files: {
  VAULT_APPLE_PAY_FILE?: string | undefined;
  VAULT_GOOGLE_PAY_FILE?: string | undefined;
}): WalletKeys {
  return {
    ApplePay: readKeys(files.VAULT_APPLE_PAY_FILE, parseApplePayKeys),
    GooglePay: readKeys(files.VAULT_GOOGLE_PAY_FILE, parseGooglePayKeys),
  };
}

function readKeys<Keys>(path: string | undefined, parse: (given: unknown) => Keys): Keys | undefined {
  return path === undefined ? undefined : parse(JSON.parse(readFileSync(path, 'utf8')));
}
