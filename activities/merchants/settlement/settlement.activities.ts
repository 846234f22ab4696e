import { formatAmount } from '../../../domain/platform/money/amount-text';
import { addDays } from '../../../domain/merchants/settlement/calendar-day';
import { getBusinessDay } from '../../../domain/merchants/settlement/business-day';
import { nextClose } from '../../../domain/merchants/settlement/schedule';
import { settlementTerms } from '../../../domain/merchants/settlement/settlement-terms';
import { closeBatch } from '../../../store/merchants/settlement/batch.close';
import { findLastClose, findShopForOperator } from '../../../store/merchants/settlement/settled-shops';
import { getPayout } from '../../../store/merchants/settlement/settlement.queries';
import type { SettlementActivities } from '../../../workflows/merchants/settlement/settlement.contract';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import { failOnRefusal } from '../../refusal-failure';
import { sendPayout, type SendPayoutDependencies } from './send-payout';

const WAITS = { pending: 'waits to be sent to the bank', sent: 'waits for the statement of the bank' } as const;

/** Activities of settlement workflows. */
export function createSettlementActivities(
  dependencies: SendPayoutDependencies,
  now: () => Date = () => new Date(),
): SettlementActivities {
  const { store } = dependencies;
  return {
    closeScheduledBatch: async (settlement) => {
      const shop = await findShopForOperator(store.database, settlement.shopID);
      const rules = settlementTerms(shop?.terms ?? {});
      const last = await findLastClose(store.database, settlement);
      const due = nextClose(rules.schedule, last?.begunAt ?? new Date(0), rules);
      if (!due || due > now()) return {};
      // A moment after the cut-off is of the next business day.
      const untilDay = addDays(getBusinessDay(now(), rules), -1);
      const batch = await failOnRefusal(() => closeBatch(store, { ...settlement, untilDay }));
      if (!batch) return {};
      return { batchID: batch.id, net: String(batch.netMinor), closing: String(batch.closingMinor) };
    },
    readPayout: ({ payoutID }) =>
      failOnRefusal(async () => {
        const row = await getPayout(store.database, payoutID);
        const { status, shopID, connector, sendFrom } = row;
        const waits =
          connector === null ? WAITS : { pending: `waits for ${connector}`, sent: `waits for ${connector}` };
        const waiting = status === 'pending' || status === 'sent' ? `, ${waits[status]}` : '';
        const details = `**${status}**, ${formatAmount(row)} to shop ${shopID}${waiting}`;
        if (connector === null) return { status, details };
        const sendInMs = status === 'pending' ? (sendFrom?.getTime() ?? 0) - now().getTime() : 0;
        return { status, details, sendInMs: Math.max(0, sendInMs) };
      }),
    sendPayout: ({ payoutID }) => toApplicationFailures(() => sendPayout(dependencies, payoutID)),
  };
}
