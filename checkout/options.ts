/*
 * What a shop may tell the checkout: in JavaScript, in attributes of the tag, or in a link of its own making. One table for the
 * script, which refuses what is wrong before anything opens, and for the page, which may be reached by a link made by hand.
 */

/** What is paid for, and how; it travels to the page in the fragment of the address, under these names. */
export interface PaymentOptions {
  invoiceID?: string;
  invoiceAccessToken?: string;
  invoiceTemplateID?: string;
  invoiceTemplateAccessToken?: string;
  customerID?: string;
  customerAccessToken?: string;
  /** Minor units; of a template that leaves the amount to the payer. */
  amount?: number;
  /** Hold the money instead of taking it at once. */
  paymentFlowHold?: boolean;
  holdExpiration?: 'cancel' | 'capture';
  /** The payment may be repeated later without the payer. */
  recurring?: boolean;
  locale?: 'auto' | 'ru' | 'en' | 'kk';
  theme?: 'auto' | 'light' | 'dark';
  /** The shop's name and what is bought, as the shop words them. */
  name?: string;
  description?: string;
  email?: string;
  phoneNumber?: string;
  /** Where the payer goes back to. */
  redirectUrl?: string;
}

/** How the page was opened: by the script, which listens under this nonce, or (without an origin) by a link. */
export interface LinkOptions {
  mode?: 'popup' | 'inline' | 'redirect';
  /** Of the shop's page; `null` for one opened from a file. */
  origin?: string;
  /** Of the opening. A link has it that goes on with one for which no window could be had again. */
  nonce?: string;
}

export type OptionName = keyof PaymentOptions;

/** An option that is wrong: its name and the rule, never its value, which may be a token. */
export class OptionError extends Error {
  constructor(option: string, rule: string) {
    super(`HoldfastCheckout: ${option}: ${rule}`);
    this.name = 'OptionError';
  }
}

/** The value as it is used, or undefined where it breaks the rule. Attributes and links bring everything as text. */
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

/** Every option with its rule, in the order in which links name them. */
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
    rule: 'must be a full http(s) address, 1000 characters at most',
  },
};

const SUBJECTS = [
  ['invoiceID', 'invoiceAccessToken'],
  ['invoiceTemplateID', 'invoiceTemplateAccessToken'],
  ['customerID', 'customerAccessToken'],
] as const;

/** Options that mean nothing without another one. */
const NEEDS = { holdExpiration: 'paymentFlowHold', amount: 'invoiceTemplateID' } as const;

/** Options that mean nothing where a card is bound and nothing is paid. */
const NOT_FOR_CUSTOMERS = ['paymentFlowHold', 'recurring'] as const;

/** Reads what was given under the names of the options. @throws OptionError for the first that is wrong */
export function readOptions(given: Readonly<Record<string, unknown>>): PaymentOptions {
  const options: Record<string, unknown> = {};
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    if (given[name] === undefined || given[name] === null) continue;
    const value = OPTIONS[name].read(given[name]);
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
      if (isGiven(name)) throw new OptionError(name, 'means nothing with customerID: a card is bound, nothing is paid');
}

/** The fragment of an address that opens the page with these options; without its `#`. */
export function toFragment(options: PaymentOptions & LinkOptions): string {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  // It makes texts of numbers and flags by itself.
  return new URLSearchParams(entries as [string, string][]).toString();
}

/** What a fragment says, with or without its `#`. @throws OptionError where a link was made wrongly */
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

/** Exactly an origin, as `location.origin` tells it: what more there is could be anything. */
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
  return {
    read: (value) => (typeof value === 'string' && values.includes(value) ? value : undefined),
    rule: `must be one of ${values.join(', ')}`,
  };
}
