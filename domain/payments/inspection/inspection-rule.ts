import type { CardCountries } from './card-countries';
import type { Payer, ThreeDSecureRequest } from '../payment/payment';
import { METHODS, type PaymentToolDetails } from '../payment/payment-tool';
import type { PaymentRoute } from '../payment/routing';

/** What attempts are counted by. */
export type CountedBy = 'card' | 'email' | 'phone' | 'ip' | 'device' | 'shop';

/** How many attempts, or how much money, of one payer a rule lets pass within a time. */
export interface VelocityLimit {
  by: CountedBy;
  /** Length of the sliding window. */
  windowMinutes: number;
  /** The rule applies to attempts above this number. */
  attempts?: number;
  /** The rule applies above this sum of attempts in one currency, in minor units. */
  amount?: number;
}

type DecisiveAction = 'allow' | 'reject' | 'review';

/**
 * A rule before authorisation. It applies if all its conditions hold; of a list, one value is enough. A payment that lacks
 * the data of a condition does not meet it.
 */
export interface InspectionRule extends Pick<PaymentRoute, 'tools' | 'currencies' | 'minAmount' | 'maxAmount'> {
  id: string;
  /** `allow`, `reject` and `review` end the inspection: later rules are not applied. The others decide 3-D Secure, and it continues. */
  action: DecisiveAction | ThreeDSecureRequest;
  /** How long a review may take. */
  reviewMinutes?: number;
  /** Addresses, or `@domain` for all of a domain; lower case. */
  emails?: string[];
  /** Digits of the numbers with the country code. */
  phones?: string[];
  /** Addresses and networks (CIDR). */
  ips?: string[];
  /** Fingerprints of devices, as the tokenisation got them. */
  devices?: string[];
  /** First digits of cards. */
  bins?: string[];
  /** Fingerprints of cards by their numbers, or of payment tools. */
  cards?: string[];
  /** The payer's country, ISO 3166-1 alpha-3. */
  countries?: string[];
  /** Countries that the payer's address is registered in, ISO 3166-1 alpha-3. */
  ipCountries?: string[];
  /** The payer's address is registered in another country than the one that the payer states. */
  countryMismatch?: boolean;
  /** Countries that cards are issued in, ISO 3166-1 alpha-3. */
  cardCountries?: string[];
  /** The card is issued in another country than the payer's address is registered in, or in another than the payer states. */
  cardCountryMismatch?: boolean;
  velocity?: VelocityLimit;
}

/** What an inspection knows of a payment. */
export interface InspectedPayment {
  tool: PaymentToolDetails['type'];
  currency: string;
  amountMinor: bigint;
  email?: string | undefined;
  phone?: string | undefined;
  ip?: string | undefined;
  device?: string | undefined;
  bin?: string | undefined;
  /** Recognises a card by its number, any other tool by all its data. */
  card?: string | undefined;
  /** Recognises a card by number and expiry date. */
  toolFingerprint?: string | undefined;
  country?: string | undefined;
}

type ResourcePayer = Extract<Payer, { type: 'PaymentResourcePayer' }>;

/** @param payer of a payment, or of a binding, which has no session */
export function describeInspected(
  payer: Omit<ResourcePayer, 'paymentSession'> | Exclude<Payer, ResourcePayer>,
  { currency, amountMinor }: { currency: string; amountMinor: bigint },
): InspectedPayment {
  const { contactInfo, toolDetails } = payer;
  const own = payer.type === 'PaymentResourcePayer' ? payer : undefined;
  return {
    ...{ tool: toolDetails.type, currency, amountMinor },
    email: contactInfo.email?.toLowerCase(),
    phone: contactInfo.phoneNumber?.replace(/\D/g, ''),
    ip: own?.clientInfo?.ip,
    device: own?.clientInfo?.fingerprint,
    bin: toolDetails.type === 'bankCard' ? toolDetails.bin : undefined,
    card: own?.cardFingerprint ?? own?.toolFingerprint,
    toolFingerprint: own?.toolFingerprint,
    country: contactInfo['country'],
  };
}

/** What addresses mean. */
export interface Networks {
  /** Whether an address is in a list of addresses and networks (CIDR). */
  isListed(ip: string, listed: readonly string[]): boolean;
  /** What one client has: an IPv4 address, or the /64 network of an IPv6 address. */
  clientOf(ip: string): string;
  /** The country that an address is registered in, ISO 3166-1 alpha-3, if that is known. */
  countryOf(ip: string): string | undefined;
}

/** What rules look up. */
export interface LookUps {
  networks: Networks;
  cards: Pick<CardCountries, 'countryOf'>;
}

/** Counts an attempt. @returns whether it exceeds the limit */
export type CountAttempt = (
  rule: { id: string; velocity: VelocityLimit },
  value: string,
  amountMinor: bigint,
) => boolean;

/** The rules that decide about a payment. */
export interface Inspection {
  /** Allows it, rejects it, or holds it for a review. */
  decisive?: InspectionRule & { action: DecisiveAction };
  threeDSecure?: InspectionRule & { action: ThreeDSecureRequest };
}

/**
 * Finds the rules that decide about a payment: of each kind the first that applies. An attempt is counted by each velocity rule that is reached
 * and whose other conditions hold, also if the rule rejects it.
 */
export function inspectPayment(
  rules: readonly InspectionRule[],
  payment: InspectedPayment,
  { count, ...lookUps }: LookUps & { count: CountAttempt },
): Inspection {
  const applies = (rule: InspectionRule): boolean => {
    if (!meetsConditions(rule, payment, lookUps)) return false;
    const { id, velocity } = rule;
    if (!velocity) return true;
    const value = getCounted(velocity.by, payment, lookUps.networks);
    if (value === undefined || value === '') return false;
    // Sums of different currencies do not add up.
    const counted = velocity.amount === undefined ? value : `${payment.currency} ${value}`;
    return count({ id, velocity }, counted, payment.amountMinor);
  };
  const found: Inspection = {};
  for (const rule of rules) {
    if (!applies(rule)) continue;
    const { action } = rule;
    if (action === 'allow' || action === 'reject' || action === 'review')
      return { ...found, decisive: { ...rule, action } };
    // Only the holder of a new card can confirm it.
    if (payment.tool === 'bankCard' && payment.card !== undefined) found.threeDSecure ??= { ...rule, action };
  }
  return found;
}

function getCounted(by: CountedBy, payment: InspectedPayment, networks: Networks): string | undefined {
  if (by === 'shop') return 'shop';
  if (by === 'email') return getMailbox(payment);
  return by === 'ip' ? payment.ip && networks.clientOf(payment.ip) : payment[by];
}

/** The address without its tag: messages to `ann+1@shop.example` reach `ann@shop.example`. */
function getMailbox({ email }: InspectedPayment): string | undefined {
  return email?.replace(/\+[^@]*(?=@[^@]*$)/, '');
}

function meetsConditions(rule: InspectionRule, payment: InspectedPayment, lookUps: LookUps): boolean {
  const { tool, currency, amountMinor, email, bin, ip } = payment;
  const { minAmount = 0, maxAmount } = rule;
  return (
    holds(rule.tools, METHODS[tool]) &&
    holds(rule.currencies, currency) &&
    amountMinor >= BigInt(minAmount) &&
    (maxAmount === undefined || amountMinor <= BigInt(maxAmount)) &&
    holds(rule.phones, payment.phone) &&
    holds(rule.devices, payment.device) &&
    (holds(rule.cards, payment.card) || holds(rule.cards, payment.toolFingerprint)) &&
    holds(rule.countries, payment.country) &&
    (!rule.emails ||
      [email, getMailbox(payment), email?.slice(email.lastIndexOf('@'))].some((each) => holds(rule.emails, each))) &&
    (!rule.bins || rule.bins.some((digits) => bin?.startsWith(digits))) &&
    (!rule.ips || (ip !== undefined && lookUps.networks.isListed(ip, rule.ips))) &&
    meetsCountries(rule, payment, lookUps)
  );
}

function meetsCountries(
  { ipCountries, countryMismatch, cardCountries, cardCountryMismatch }: InspectionRule,
  { ip, bin, country }: InspectedPayment,
  { networks, cards }: LookUps,
): boolean {
  const isAddressNeeded = ipCountries ?? (countryMismatch || cardCountryMismatch);
  const isCardNeeded = cardCountries ?? cardCountryMismatch;
  const ofAddress = isAddressNeeded && ip !== undefined ? networks.countryOf(ip) : undefined;
  const ofCard = isCardNeeded && bin !== undefined ? cards.countryOf(bin) : undefined;
  return (
    holds(ipCountries, ofAddress) &&
    holds(cardCountries, ofCard) &&
    (!countryMismatch || differ(ofAddress, country)) &&
    (!cardCountryMismatch || differ(ofCard, ofAddress) || differ(ofCard, country))
  );
}

/** Whether both are known and different. */
function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

function holds<Value>(list: readonly Value[] | undefined, value: Value | undefined): boolean {
  return !list || (value !== undefined && list.includes(value));
}
