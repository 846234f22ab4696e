import { METHODS, type PaymentToolDetails } from '../../payments/payment/payment-tool';
import { getBusinessDay } from './business-day';
import { addBankingDays } from './calendar';
import type { BankingHours, DelayRule } from './settlement-terms';

/** What decides when the money of a posting becomes available. A posting of no payment has neither tool nor connector account. */
export interface SettledPosting {
  postedAt: Date;
  currency: string;
  tool?: PaymentToolDetails['type'] | undefined;
  connector?: string | undefined;
}

const DEFAULT_DELAY_DAYS = 1;

/** The banking day, `YYYY-MM-DD`, on which the money of a posting becomes available: its business day and the days of the terms. */
export function availableOn(posting: SettledPosting, rules: BankingHours & { delays: readonly DelayRule[] }): string {
  const { days } = rules.delays.find((each) => matchesDelayRule(each, posting)) ?? { days: DEFAULT_DELAY_DAYS };
  return addBankingDays(rules.calendar, getBusinessDay(posting.postedAt, rules), days);
}

function matchesDelayRule(rule: DelayRule, { tool, currency, connector }: SettledPosting): boolean {
  if (rule.tools && (tool === undefined || !rule.tools.includes(METHODS[tool]))) return false;
  if (rule.currency !== undefined && rule.currency !== currency) return false;
  return !rule.connectors || (connector !== undefined && rule.connectors.includes(connector));
}
