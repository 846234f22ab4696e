/*
 * The options of the checkout, given in JavaScript, in attributes of the tag or in a link. The script validates them before
 * it opens anything; the page validates them again because a link can be written by hand.
 */

/** What is paid and how; the fragment of the page's address contains these names. */
export interface PaymentOptions {
  invoiceID?: string;
  invoiceAccessToken?: string;
  invoiceTemplateID?: string;
  invoiceTemplateAccessToken?: string;
  customerID?: string;
  customerAccessToken?: string;
  /** Minor units; only for a template that leaves the amount to the payer. */
  amount?: number;
  /** Hold the money instead of capturing it at once. */
  paymentFlowHold?: boolean;
  holdExpiration?: 'cancel' | 'capture';
  /** The payment may be repeated later without the payer. */
  recurring?: boolean;
  locale?: 'auto' | 'ru' | 'en' | 'kk';
  theme?: 'auto' | 'light' | 'dark';
  name?: string;
  description?: string;
  email?: string;
  phoneNumber?: string;
  redirectUrl?: string;
  /** How long a payment may wait for the payer, as `createPayment` takes it. */
  processingDeadline?: string;
}

/** How the page was opened: by the script, which listens under this nonce, or (without an origin) by a link. */
export interface LinkOptions {
  mode?: 'popup' | 'inline' | 'redirect';
  /** The origin of the shop's page; `null` for one opened from a file. */
  origin?: string;
  /** The nonce of the opening; also in the link that replaces a window that could not be opened again. */
  nonce?: string;
}

export type OptionName = keyof PaymentOptions;

/** An invalid option: its name and the rule, never its value, which may be a token. */
export class OptionError extends Error {
  constructor(option: string, rule: string) {
    super(`HoldfastCheckout: ${option}: ${rule}`);
    this.name = 'OptionError';
  }
}

/** Returns the parsed value, or undefined when it is invalid. Attributes and links supply strings. */
type Reader = (value: unknown) => string | number | boolean | undefined;

interface Rule {
  read: Reader;
  rule: string;
}

const id: Rule = text(/^[^\s/?#]{1,40}$/, 'must be an identifier of 1 to 40 characters');
const token: Rule = text(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'must be an access token of the platform, never an API key');
const flag: Rule = {
  read: (value) =>
    value === true || value === 'true' || value === ''
      ? true
      : value === false || value === 'false'
        ? false
        : undefined,
  rule: 'must be true or false',
};

export const OPTIONS: Readonly<Record<OptionName, Rule>> = {
  invoiceID: id,
  invoiceAccessToken: token,
  invoiceTemplateID: id,
  invoiceTemplateAccessToken: token,
  customerID: id,
  customerAccessToken: token,
  amount: {
    read: (value) => {
      const amount = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
      return Number.isSafeInteger(amount) && (amount as number) > 0 ? (amount as number) : undefined;
    },
    rule: 'must be a whole number of minor units, 1 or more',
  },
  paymentFlowHold: flag,
  holdExpiration: oneOf('cancel', 'capture'),
  recurring: flag,
  locale: oneOf('auto', 'ru', 'en', 'kk'),
  theme: oneOf('auto', 'light', 'dark'),
  name: text(/^[^]{1,100}$/, 'must be a text of 1 to 100 characters'),
  description: text(/^[^]{1,200}$/, 'must be a text of 1 to 200 characters'),
  email: text(/^(?=[^]{3,100}$)[^\s@]+@[^\s@]+$/, 'must be an e-mail address of at most 100 characters'),
  phoneNumber: text(/^\+\d{4,15}$/, 'must be a + and 4 to 15 digits'),
  redirectUrl: {
    read: (value) =>
      typeof value === 'string' && value.length <= 1000 && /^https?:$/.test(getProtocol(value)) ? value : undefined,
    rule: 'must be a full http(s) address of at most 1000 characters',
  },
  processingDeadline: text(/^\d[\w.:+-]{1,39}$/, 'must be a duration like 30m, or a moment'),
};

const SUBJECTS = (['invoice', 'invoiceTemplate', 'customer'] as const).map(
  (subject) => [`${subject}ID`, `${subject}AccessToken`] as const,
);

const NEEDS = { holdExpiration: 'paymentFlowHold', amount: 'invoiceTemplateID' } as const;

/** Options that have no effect when a card is bound and nothing is paid. */
const NOT_FOR_CUSTOMERS = ['paymentFlowHold', 'recurring', 'processingDeadline'] as const;

/** Validates and parses options. @throws OptionError for the first invalid one */
export function readOptions(given: Readonly<Record<string, unknown>>): PaymentOptions {
  const options: Record<string, unknown> = {};
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    const raw = given[name] ?? undefined;
    if (raw === undefined) continue;
    const value = OPTIONS[name].read(raw);
    if (value === undefined) throw new OptionError(name, OPTIONS[name].rule);
    options[name] = value;
  }
  checkTogether(options);
  return options;
}

function checkTogether(options: PaymentOptions): void {
  const isGiven = (name: OptionName) => options[name] !== undefined;
  const subjects = SUBJECTS.filter(([subject, token]) => isGiven(subject) || isGiven(token));
  const [first, second] = subjects;
  if (!first)
    throw new OptionError('invoiceID', 'is missing (or give invoiceTemplateID or customerID), with its token');
  if (second) throw new OptionError(second[0], `cannot be given beside ${first[0]}`);
  for (const name of first)
    if (!isGiven(name)) throw new OptionError(name, `is missing: ${first.join(' and ')} go together`);
  for (const [name, needed] of Object.entries(NEEDS))
    if (isGiven(name as OptionName) && !options[needed]) throw new OptionError(name, `means nothing without ${needed}`);
  if (first[0] === 'customerID')
    for (const name of NOT_FOR_CUSTOMERS)
      if (isGiven(name)) throw new OptionError(name, 'means nothing with customerID: nothing is paid');
}

/** Returns the fragment, without `#`, of an address that opens the page with these options. */
export function toFragment(options: PaymentOptions & LinkOptions): string {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  // URLSearchParams converts numbers and flags to strings.
  return new URLSearchParams(entries as [string, string][]).toString();
}

/** Parses a fragment, with or without `#`. @throws OptionError for an invalid link */
export function readFragment(fragment: string): PaymentOptions & LinkOptions {
  const given = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, '')));
  const { mode = 'redirect', origin, nonce } = given;
  const isNonce = /^[\w-]{16,64}$/.test(nonce ?? '');
  const isListening = (mode === 'popup' || mode === 'inline') && isOrigin(origin) && isNonce;
  const goesOn = mode === 'redirect' && isNonce;
  return {
    ...readOptions(given),
    ...(isListening ? { mode, origin, nonce } : { mode: 'redirect', ...(goesOn && { nonce }) }),
  };
}

function isOrigin(text: string | undefined): boolean {
  if (text === 'null') return true;
  try {
    return text !== undefined && /^https?:/.test(text) && new URL(text).origin === text;
  } catch {
    return false;
  }
}

function getProtocol(address: string): string {
  try {
    return new URL(address).protocol;
  } catch {
    return '';
  }
}

function text(pattern: RegExp, rule: string): Rule {
  return { read: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined), rule };
}

function oneOf(...values: string[]): Rule {
  return text(new RegExp(`^(${values.join('|')})$`), `must be one of ${values.join(', ')}`);
}
