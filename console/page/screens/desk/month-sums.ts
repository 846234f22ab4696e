import type { components } from '../../api/payments.generated';
import { methodText } from '../../parts/method';
import type { ConsoleTexts } from '../../texts/texts';

export type OwnMonth = components['schemas']['ShopMonth'];
export type OwnMonthLine = components['schemas']['ShopMonthLine'];

/** Lines of a month with the same name and currency. */
export interface MonthSum extends Pick<OwnMonthLine, 'currency' | 'sales' | 'fees' | 'refunds' | 'chargebacks'> {
  name: string;
}

type Total = OwnMonthLine['sales'];

const add = (one: Total, other: Total): Total => ({
  count: one.count + other.count,
  amount: one.amount + other.amount,
});

export function sumLines(lines: readonly OwnMonthLine[], nameOf: (line: OwnMonthLine) => string): MonthSum[] {
  const sums = new Map<string, MonthSum>();
  for (const line of lines) {
    const { currency, sales, fees, refunds, chargebacks } = line;
    const name = nameOf(line);
    const key = JSON.stringify([name, currency]);
    const sum = sums.get(key);
    sums.set(key, {
      ...{ name, currency, sales: sum ? add(sum.sales, sales) : sales, fees: (sum?.fees ?? 0) + fees },
      refunds: sum ? add(sum.refunds, refunds) : refunds,
      chargebacks: sum ? add(sum.chargebacks, chargebacks) : chargebacks,
    });
  }
  return [...sums.values()];
}

export function netOf({ sales, fees, refunds, chargebacks }: Omit<MonthSum, 'name' | 'currency'>): number {
  return sales.amount - fees - refunds.amount - chargebacks.amount;
}

/** The method of a line as people name it. */
export function methodOf({ toolType, provider }: OwnMonthLine, texts: ConsoleTexts): string {
  if (toolType === undefined) return texts.desk.unknownMethod;
  return methodText({ toolType, tool: provider ?? '' }, texts);
}
