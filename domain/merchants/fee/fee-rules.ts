import { METHODS, type PaymentMethod, type PaymentToolDetails } from '../../payments/payment/payment-tool';
import { computeFee } from './fee';

/** The share from a turnover on. */
export interface FeeTier {
  /** The shop's turnover of the previous calendar month, in minor units. */
  from: number;
  basisPoints: number;
}

/** A fee of captured payments; omitted conditions match everything. Amounts are in minor units of `currency`. */
export interface FeeRule {
  tools?: readonly PaymentMethod['method'][];
  connectors?: readonly string[];
  currency?: string;
  /** RFC 3339, inclusive. */
  validFrom?: string;
  /** RFC 3339, exclusive. */
  validUntil?: string;
  basisPoints?: number;
  /** Instead of `basisPoints`, ascending. */
  tiers?: readonly FeeTier[];
  fixed?: number;
  minimum?: number;
  maximum?: number;
}

/** The properties of a captured payment that determine its fee. */
export interface ChargedPayment {
  amountMinor: bigint;
  currency: string;
  tool: PaymentToolDetails['type'];
  connector: string;
  capturedAt: Date;
  /** The shop's turnover of the previous calendar month in this currency. */
  lastMonthMinor: bigint;
}

/** The fee and what remains of the amount; they sum to it. */
export interface FeeSplit {
  feeMinor: bigint;
  remainderMinor: bigint;
}

interface FeeTerms {
  fees?: readonly FeeRule[];
  /** Applies if no rule matches. */
  feeBasisPoints?: number;
}

/** Splits a captured or refunded amount by the first matching rule. The fee is never negative and never above the amount. */
export function splitByFee(terms: FeeTerms, payment: ChargedPayment): FeeSplit {
  const rule = terms.fees?.find((each) => matchesFeeRule(each, payment)) ?? { basisPoints: terms.feeBasisPoints ?? 0 };
  const feeMinor = computeRuleFee(rule, payment);
  return { feeMinor, remainderMinor: payment.amountMinor - feeMinor };
}

function matchesFeeRule(rule: FeeRule, { tool, currency, connector, capturedAt }: ChargedPayment): boolean {
  const { tools, currency: only, connectors, validFrom, validUntil } = rule;
  if (tools && !tools.includes(METHODS[tool])) return false;
  if (only !== undefined && only !== currency) return false;
  if (connectors && !connectors.includes(connector)) return false;
  if (validFrom !== undefined && capturedAt < new Date(validFrom)) return false;
  return validUntil === undefined || capturedAt < new Date(validUntil);
}

/** The share is rounded half up: half a minor unit goes to the platform. */
function computeRuleFee(rule: FeeRule, { amountMinor, lastMonthMinor }: ChargedPayment): bigint {
  const { fixed = 0, minimum = 0, maximum } = rule;
  const share = computeFee(amountMinor, BigInt(getBasisPoints(rule, lastMonthMinor))) + BigInt(fixed);
  const atLeast = share > BigInt(minimum) ? share : BigInt(minimum);
  const atMost = maximum !== undefined && atLeast > BigInt(maximum) ? BigInt(maximum) : atLeast;
  return atMost > amountMinor ? amountMinor : atMost;
}

function getBasisPoints({ basisPoints = 0, tiers }: FeeRule, lastMonthMinor: bigint): number {
  return tiers?.findLast(({ from }) => lastMonthMinor >= BigInt(from))?.basisPoints ?? basisPoints;
}
