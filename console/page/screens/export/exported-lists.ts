import type { ConsoleTexts } from '../../texts/texts';
import type { ListFilter, ListKind, ShownOperation } from '../lists/list-kinds';
import { readMerchantList } from '../lists/merchant-lists';
import { readPayoutList, type PayoutListRequest, type PayoutLists } from '../payouts/payout-source';
import { money, text, time, type ExportColumn, type ExportSource } from './csv-file';

const PAGE_SIZE = 1_000;

/** Refunds, chargebacks, withdrawals or deposits with every field of theirs. */
export function exportList(kind: ListKind, filter: ListFilter, texts: ConsoleTexts): ExportSource<ShownOperation> {
  const { common, lists, statuses, types, payments, payment } = texts;
  const words = { refunds: statuses, chargebacks: lists.chargebackStatuses }[kind as string] ?? lists.movementStatuses;
  const ofPayment: ExportColumn<ShownOperation>[] = [
    text(types.invoice, ({ invoiceID }) => invoiceID),
    text(types.payment, ({ paymentID }) => paymentID),
  ];
  const columns: Record<ListKind, ExportColumn<ShownOperation>[]> = {
    refunds: [...ofPayment, text(common.reason, ({ reason }) => reason)],
    chargebacks: [
      ...ofPayment,
      money(lists.levy, ({ levy }) => levy),
      text(lists.stage, ({ stage = '' }) => lists.stages[stage] ?? stage),
      time(lists.answerDue, ({ answerDueAt }) => answerDueAt),
      text(common.reason, ({ reason }) => reason),
    ],
    withdrawals: [
      text(types.wallet, ({ walletID }) => walletID),
      text(types.destination, ({ destinationID }) => destinationID),
    ],
    deposits: [text(types.wallet, ({ walletID }) => walletID), text(lists.source, ({ sourceID }) => sourceID)],
  };
  const hasExternalID = kind !== 'chargebacks';
  return {
    read: async (place) => readMerchantList(kind, { ...filter, place, limit: PAGE_SIZE }),
    columns: [
      time(common.created, ({ createdAt }) => createdAt),
      text(payments.number, ({ id }) => id),
      text(common.status, ({ status }) => words[status] ?? status),
      money(common.amount, ({ amount }) => amount),
      text(common.currency, ({ currency }) => currency),
      ...columns[kind],
      ...(hasExternalID
        ? [
            text<ShownOperation>(payment.externalID, ({ externalID }) => externalID),
            text<ShownOperation>(lists.failure, ({ errorCode }) => errorCode),
          ]
        : []),
    ],
  };
}

/** Payouts, batches or lines of a shop's balance. */
export function exportPayouts<List extends keyof PayoutLists>(
  list: List,
  request: PayoutListRequest,
  texts: ConsoleTexts,
): ExportSource<PayoutLists[List]> {
  return {
    read: async (place) => {
      const { result, ...page } = await readPayoutList('merchant', list, { ...request, place, limit: PAGE_SIZE });
      return { rows: result, ...page };
    },
    columns: payoutColumns(texts)[list],
  };
}

function payoutColumns({ payouts: words, common, lists, types, payment }: ConsoleTexts): {
  [List in keyof PayoutLists]: ExportColumn<PayoutLists[List]>[];
} {
  return {
    payouts: [
      time(common.created, ({ createdAt }) => createdAt),
      text(types.payout, ({ id }) => id),
      text(common.status, ({ status }) => words.statuses[status]),
      money(common.amount, ({ amount }) => amount),
      text(common.currency, ({ currency }) => currency),
      text(words.batch, ({ batchID }) => batchID),
      time(lists.changed, ({ statusChangedAt }) => statusChangedAt),
      text(words.reference, ({ bankReference }) => bankReference),
      text(common.reason, ({ reason }) => reason),
    ],
    batches: [
      text(words.batch, ({ id }) => id),
      text(words.until, ({ untilDay }) => untilDay),
      text(common.status, ({ status }) => words.batchStatuses[status]),
      text(common.currency, ({ currency }) => currency),
      money(words.opening, ({ opening }) => opening),
      money(words.net, ({ net }) => net),
      money(types.payout, ({ payout }) => payout),
      money(words.closing, ({ closing }) => closing),
    ],
    'balance-transactions': [
      time(common.when, ({ createdAt }) => createdAt),
      text(common.what, ({ type }) => words.types[type]),
      money(common.amount, ({ gross }) => gross),
      money(payment.fee, ({ fee }) => fee),
      money(words.vat, ({ vat }) => vat),
      money(words.net, ({ net }) => net),
      text(common.currency, ({ currency }) => currency),
      text(types.invoice, ({ source }) => source.invoiceID),
      text(types.payment, ({ source }) => source.paymentID),
      text(types.payout, ({ source }) => source.payoutID),
      text(words.availableOn, ({ availableOn }) => availableOn),
      text(common.reason, ({ text: reason }) => reason),
      text(words.batch, ({ batchID }) => batchID),
    ],
  };
}
