import { callMerchants } from '../../api/client';
import type { ConsoleTexts } from '../../texts/texts';
import { money, text, type ExportSource } from '../export/csv-file';
import { methodOf, netOf, type OwnMonth, type OwnMonthLine } from './month-sums';

/** A month by day and method. */
export function exportMonth(path: string, texts: ConsoleTexts): ExportSource<OwnMonthLine> {
  const { desk, common, lists, payment } = texts;
  return {
    read: async () => ({ rows: (await callMerchants<OwnMonth>(path)).lines }),
    columns: [
      text(desk.day, ({ day }) => day),
      text(desk.method, (line) => methodOf(line, texts)),
      text(common.currency, ({ currency }) => currency),
      money(desk.salesOf, ({ sales }) => sales.amount),
      text(desk.salesCount, ({ sales }) => String(sales.count)),
      money(payment.fee, ({ fees }) => fees),
      money(lists.refunds, ({ refunds }) => refunds.amount),
      text(desk.refundsCount, ({ refunds }) => String(refunds.count)),
      money(lists.chargebacks, ({ chargebacks }) => chargebacks.amount),
      text(desk.chargebacksCount, ({ chargebacks }) => String(chargebacks.count)),
      money(desk.netOf, (line) => netOf(line)),
    ],
  };
}
