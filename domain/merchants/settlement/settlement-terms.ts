import type { PaymentMethod } from '../../payments/payment/payment-tool';
import type { BusinessHours } from './business-day';
import type { PayoutAccount } from './payout-account';
import { CALENDARS, type BankingCalendar, type CalendarID } from './calendar';

/** After how many banking days money becomes available; omitted conditions match everything. */
export interface DelayRule {
  tools?: readonly PaymentMethod['method'][];
  connectors?: readonly string[];
  currency?: string;
  days: number;
}

/** When batches are closed. */
export interface SettlementSchedule {
  every: 'day' | 'week' | 'month' | 'manual';
  /** Weekdays from 1, Monday, or days of the month, of which a shorter month has its last day instead. Default: the first. */
  days?: readonly number[];
}

/** An amount of a currency in configuration, in minor units. */
export interface CurrencyAmount {
  currency: string;
  amount: number;
}

/** A share that is kept back for calendar days. */
export interface ReserveShare {
  basisPoints: number;
  days: number;
}

/** What is kept back of a shop's money, by the terms in force when a batch is closed. */
export interface ReserveTerms {
  /** Of the captured payments of a batch, from its last day on. */
  rolling?: ReserveShare;
  /** Kept while the contract is in force, and for the days of `afterEnd`. */
  fixedAmounts?: readonly CurrencyAmount[];
  /** Of what would be paid out after the end of the contract, until as many days after it. */
  afterEnd?: ReserveShare;
}

/** A connector account that pays shops in a currency. */
export interface PayoutConnector {
  currency: string;
  connector: string;
}

/** When and how a shop is paid. Every field has a default. */
export interface SettlementTerms {
  /** The first matching rule applies. Default: one banking day. */
  delays?: readonly DelayRule[];
  /** Default: by hand, so that nothing is paid out unless the terms say so. */
  schedule?: SettlementSchedule;
  /** The smallest payout. Default: any. */
  minimumAmounts?: readonly CurrencyAmount[];
  /** What a payout leaves. Default: nothing. */
  keepAmounts?: readonly CurrencyAmount[];
  /** Default: nothing. */
  reserve?: ReserveTerms;
  /** Whether a payout first covers what other shops of the contract are below zero. Default: no. */
  netAcrossContract?: boolean;
  /** How far below zero the balance may be before operators are alerted. Default: nothing. */
  negativeLimits?: readonly CurrencyAmount[];
  /** What a payout costs the shop. Default: nothing. */
  payoutFees?: readonly CurrencyAmount[];
  /** What a month costs the shop, from its first batch on. Default: nothing. */
  monthlyFees?: readonly CurrencyAmount[];
  /** Default: `ru`. */
  calendar?: CalendarID;
  /** Of IANA. Default: `Europe/Moscow`. */
  timeZone?: string;
  /** 0 to 23. Default: 18. */
  cutOffHour?: number;
  /** Where the shop is paid instead of its contractor's bank account, by currency. */
  payoutAccounts?: readonly PayoutAccount[];
  /** The connector account that pays, by currency. Default: a bank file, or by hand. */
  payoutConnectors?: readonly PayoutConnector[];
  /** Days for which nothing is sent to a changed bank account. Default: 3. */
  accountWaitDays?: number;
  /** Addresses that receive notices of a changed bank account and of chargebacks, besides the contractor's. Default: none. */
  contactEmails?: readonly string[];
}

/** The business days of a shop's payment institution. */
export interface BankingHours extends BusinessHours {
  calendar: BankingCalendar;
}

/** Settlement terms with their defaults. */
export interface SettlementRules extends BankingHours {
  delays: readonly DelayRule[];
  schedule: SettlementSchedule;
  minimumAmounts: readonly CurrencyAmount[];
  keepAmounts: readonly CurrencyAmount[];
  reserve: ReserveTerms;
  netAcrossContract: boolean;
  negativeLimits: readonly CurrencyAmount[];
  payoutFees: readonly CurrencyAmount[];
  monthlyFees: readonly CurrencyAmount[];
  accountWaitDays: number;
}

/** Completes the settlement terms of a shop. */
export function settlementTerms({ settlement = {} }: { settlement?: SettlementTerms }): SettlementRules {
  return {
    delays: settlement.delays ?? [],
    schedule: settlement.schedule ?? { every: 'manual' },
    minimumAmounts: settlement.minimumAmounts ?? [],
    keepAmounts: settlement.keepAmounts ?? [],
    reserve: settlement.reserve ?? {},
    netAcrossContract: settlement.netAcrossContract ?? false,
    negativeLimits: settlement.negativeLimits ?? [],
    payoutFees: settlement.payoutFees ?? [],
    monthlyFees: settlement.monthlyFees ?? [],
    calendar: CALENDARS[settlement.calendar ?? 'ru'],
    timeZone: settlement.timeZone ?? 'Europe/Moscow',
    cutOffHour: settlement.cutOffHour ?? 18,
    accountWaitDays: settlement.accountWaitDays ?? 3,
  };
}

/** The amount of a currency, by default nothing. */
export function getAmountMinor(amounts: readonly CurrencyAmount[], currency: string, otherwiseMinor = 0n): bigint {
  return BigInt(amounts.find((each) => each.currency === currency)?.amount ?? otherwiseMinor);
}
