/** Formats of bank files: ISO 20022, its usage guideline of SEPA, and the text exchange format of Russian banks by encoding. */
export const BANK_FILE_FORMATS = ['pain.001', 'sepa', 'text-1251', 'text-utf8'] as const;
export type BankFileFormat = (typeof BANK_FILE_FORMATS)[number];

export const BANK_FILE_STATUSES = ['created', 'confirmed', 'cancelled'] as const;
export type BankFileStatus = (typeof BANK_FILE_STATUSES)[number];

/** Of one file: a bank refuses a larger one, and a command has half a minute. */
export const MAX_FILE_PAYOUTS = 1_000;
