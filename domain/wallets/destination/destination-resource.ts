/** Withdrawal targets with the discriminator and fields of the Wallet API; the published reference describes each field. */

/** A tokenised card. The platform fills in the last three fields. */
export interface BankCardResource {
  type: 'BankCardDestinationResource';
  token: string;
  bin?: string;
  lastDigits?: string;
  paymentSystem?: string;
}

export const CRYPTO_CURRENCIES = ['Bitcoin', 'Litecoin', 'BitcoinCash', 'Ripple', 'Ethereum', 'Zcash'] as const;
export type CryptoCurrency = (typeof CRYPTO_CURRENCIES)[number];

export interface CryptoWalletResource {
  type: 'CryptoWalletDestinationResource';
  id: string;
  currency: CryptoCurrency;
}

export interface DigitalWalletResource {
  type: 'DigitalWalletDestinationResource';
  id: string;
  accountName?: string;
  accountIdentityNumber?: string;
  provider: string;
  token?: string;
}

/** Japan: the Zengin system. */
export interface BankTransferJPY {
  type: 'BankTransferJPY';
  accountName: string;
  accountNumber: string;
  accountType?: 'current' | 'savings' | 'checking';
  bank: { name: string; code?: string; branchName: string; branchCode?: string };
}

/** India: NEFT, RTGS, IMPS. */
export interface BankTransferIND {
  type: 'BankTransferIND';
  accountName: string;
  accountNumber: string;
  transferType?: 'NEFT' | 'RTGS' | 'IMPS';
  bank: { name: string; branchCode: string };
}

/** Argentina: CBU, CVU, or an alias of either. */
export interface BankTransferARG {
  type: 'BankTransferARG';
  accountName?: string;
  accountNumberType: 'CBU' | 'CVU' | 'Alias';
  accountNumber: string;
  taxID?: string;
}

export interface BankTransferSEPA {
  type: 'BankTransferSEPA';
  accountName: string;
  iban: string;
  bic?: string;
}

/** Brazil: a key of the PIX directory. */
export interface BankTransferPIX {
  type: 'BankTransferPIX';
  accountName?: string;
  pixKeyType: 'CPF' | 'CNPJ' | 'Email' | 'Phone' | 'EVP';
  pixKey: string;
}

export interface BankTransferTRY {
  type: 'BankTransferTRY';
  accountName: string;
  iban: string;
}

/** The Philippines: InstaPay and PESONet. */
export interface BankTransferPHP {
  type: 'BankTransferPHP';
  accountName: string;
  accountNumber: string;
  transferType?: 'InstaPay' | 'PESONet';
  bank: { name?: string; bic: string };
}

/** South Korea: KFTC. */
export interface BankTransferKRW {
  type: 'BankTransferKRW';
  accountName: string;
  accountNumber: string;
  bankCode: string;
}

export interface BankTransferPKR {
  type: 'BankTransferPKR';
  accountName: string;
  iban: string;
}

/** Nigeria: NUBAN. */
export interface BankTransferNGN {
  type: 'BankTransferNGN';
  accountName: string;
  bankCode: string;
  accountNumber: string;
}

export interface BankTransferUK {
  type: 'BankTransferUK';
  accountName: string;
  sortCode: string;
  accountNumber: string;
}

export interface SwiftBank {
  bic: string;
  aba?: string;
  name?: string;
  countryCode?: string;
  address?: string;
}

/** A cross-border transfer: an IBAN, or an account number at a bank. */
export interface BankTransferSWIFT {
  type: 'BankTransferSWIFT';
  accountName: string;
  iban?: string;
  accountNumber?: string;
  bank?: SwiftBank;
  correspondentBank?: SwiftBank;
  address?: string;
}

/** Russia: an account at a bank. */
export interface BankTransferRUB {
  type: 'BankTransferRUB';
  accountName: string;
  account: string;
  bankBik: string;
  bankName?: string;
  bankPostAccount?: string;
  inn?: string;
}

/** Kazakhstan: a mobile phone. */
export interface MobileTransferKZ {
  type: 'MobileTransferKZ';
  phoneNumber: string;
}

/** Russia: the fast payment system (SBP), a phone at a bank. */
export interface FastPaymentSystemTransfer {
  type: 'FastPaymentSystemTransfer';
  phoneNumber: string;
  bankBik: string;
  accountName?: string;
}

export type DestinationResource =
  | BankCardResource
  | CryptoWalletResource
  | DigitalWalletResource
  | BankTransferJPY
  | BankTransferIND
  | BankTransferARG
  | BankTransferSEPA
  | BankTransferPIX
  | BankTransferTRY
  | BankTransferPHP
  | BankTransferKRW
  | BankTransferPKR
  | BankTransferNGN
  | BankTransferUK
  | BankTransferSWIFT
  | BankTransferRUB
  | MobileTransferKZ
  | FastPaymentSystemTransfer;

export type DestinationResourceType = DestinationResource['type'];
