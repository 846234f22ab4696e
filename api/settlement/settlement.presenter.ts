import type { BalanceTransaction } from '../../domain/merchants/settlement/balance-transaction';
import { rfc3339Text } from '../../domain/platform/rfc3339/rfc3339';
import type { BatchRow } from '../../store/merchants/settlement/batch.table';
import type { PayoutRow } from '../../store/merchants/settlement/payout.table';
import type { SettlementBalance } from '../../store/merchants/settlement/settlement.queries';
import type * as Wire from './settlement.types';

export function presentShopBalance(balance: SettlementBalance, nextCloseAt: Date | undefined): Wire.ShopBalance {
  return {
    currency: balance.currency,
    pending: Number(balance.pendingMinor),
    available: Number(balance.availableMinor),
    reserved: Number(balance.reservedMinor),
    reserve: Number(balance.reserveMinor),
    inTransit: Number(balance.inTransitMinor),
    ...(nextCloseAt && { nextCloseAt: rfc3339Text(nextCloseAt) }),
  };
}

export function presentBalanceTransaction(line: BalanceTransaction): Wire.BalanceTransaction {
  const { id, type, currency, source, availableOn, batchID, text } = line;
  return {
    ...{ id, type, currency, source, availableOn },
    gross: Number(line.grossMinor),
    fee: Number(line.feeMinor),
    vat: Number(line.vatMinor),
    net: Number(line.netMinor),
    createdAt: rfc3339Text(line.createdAt),
    ...(batchID !== null && { batchID }),
    ...(text !== undefined && { text }),
  };
}

export function presentBatch(batch: BatchRow): Wire.SettlementBatch {
  const { id, shopID, currency, number, untilDay, begunAt, closedAt, openingMinor } = batch;
  return {
    ...{ id, shopID, currency, number, untilDay },
    status: closedAt ? 'closed' : 'open',
    begunAt: rfc3339Text(begunAt),
    opening: Number(openingMinor),
    ...(closedAt && { closedAt: rfc3339Text(closedAt), ...presentSums(batch) }),
  };
}

function presentSums({ openingMinor, lineCount, netMinor, closingMinor }: BatchRow): Partial<Wire.SettlementBatch> {
  if (lineCount === null || netMinor === null || closingMinor === null) return {};
  const payout = Number(openingMinor + netMinor - closingMinor);
  return { lineCount, net: Number(netMinor), payout, closing: Number(closingMinor) };
}

export function presentPayout(row: PayoutRow): Wire.Payout {
  const { id, partyID, shopID, batchID, currency, status, reason, bankReference } = row;
  return {
    ...{ id, partyID, shopID, batchID, currency, status },
    amount: Number(row.amountMinor),
    statusChangedAt: rfc3339Text(row.statusChangedAt),
    createdAt: rfc3339Text(row.createdAt),
    ...(reason !== null && { reason }),
    ...(bankReference !== null && { bankReference }),
    ...(row.sendFrom && { sendFrom: rfc3339Text(row.sendFrom) }),
  };
}
