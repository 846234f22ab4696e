import type { ComparedPeriod, SummaryPeriod } from '../../../domain/merchants/summary/summary-periods';
import { amountToWire } from '../../../domain/platform/money/money';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type {
  Attention,
  AttentionKind,
  SummaryOutcome,
  SummedOutcome,
} from '../../../store/merchants/summary/shop-summary.queries';
import type { MonthLine } from '../../../store/merchants/summary/shop-month.queries';
import type * as Wire from './summary.types';

interface Summarised {
  timeZone: string;
  periods: Readonly<Record<SummaryPeriod, ComparedPeriod>>;
  outcomes: readonly SummedOutcome[];
  attention: readonly Attention[];
}

export function presentSummary({ timeZone, periods, outcomes, attention }: Summarised): Wire.ShopSummary {
  const present = (name: SummaryPeriod): Wire.SummaryPeriod => {
    const { from, to, previousFrom, previousTo } = periods[name];
    const part = (isPrevious: boolean) =>
      outcomes.filter((each) => each.period === name && each.isPrevious === isPrevious);
    return { current: presentPart(part(false), from, to), previous: presentPart(part(true), previousFrom, previousTo) };
  };
  const waiting = (kind: AttentionKind): Wire.SummaryAttention => {
    const { count = 0, firstAt } = attention.find((each) => each.kind === kind) ?? {};
    return { count, firstAt: firstAt ? rfc3339Text(firstAt) : undefined };
  };
  return {
    ...{ timeZone, today: present('today'), month: present('month') },
    ...{ endingHolds: waiting('endingHolds'), chargebacks: waiting('chargebacks'), webhooks: waiting('webhooks') },
  };
}

function presentPart(outcomes: readonly SummedOutcome[], from: Date, to: Date): Wire.SummaryPart {
  const count = (...kinds: SummaryOutcome[]): number =>
    outcomes.reduce((sum, each) => sum + (kinds.includes(each.outcome) ? each.count : 0), 0);
  const moved = outcomes.filter(({ outcome }) => outcome === 'sold' || outcome === 'refunded');
  const currencies = [...new Set(moved.map(({ currency }) => currency))].sort();
  const total = (kind: SummaryOutcome, unit: string): Wire.SummaryTotal => {
    const found = outcomes.find(({ outcome, currency }) => outcome === kind && currency === unit);
    return { count: found?.count ?? 0, amount: amountToWire(found?.amountMinor ?? 0n) };
  };
  return {
    ...{ from: rfc3339Text(from), to: rfc3339Text(to) },
    ...{ approved: count('sold', 'authorised'), declined: count('declined') },
    money: currencies.map((currency) => ({
      ...{ currency, sales: total('sold', currency), refunds: total('refunded', currency) },
    })),
  };
}

export function presentMonthLine(line: MonthLine): Wire.ShopMonthLine {
  const total = (count: number, amountMinor: bigint): Wire.SummaryTotal => ({
    count,
    amount: amountToWire(amountMinor),
  });
  return {
    ...{ day: line.day, toolType: line.toolType ?? undefined, provider: line.provider ?? undefined },
    ...{ currency: line.currency, sales: total(line.salesCount, line.salesMinor), fees: amountToWire(line.feesMinor) },
    refunds: total(line.refundsCount, line.refundsMinor),
    chargebacks: total(line.chargebacksCount, line.chargebacksMinor),
  };
}
