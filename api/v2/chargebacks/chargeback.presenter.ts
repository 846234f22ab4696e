import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import { amountToWire } from '../../../domain/platform/money/money';
import type * as Wire from './chargeback.types';

export function presentChargeback(chargeback: Chargeback): Wire.Chargeback {
  return {
    id: chargeback.id,
    createdAt: rfc3339Text(chargeback.createdAt),
    body: amountToWire(chargeback.bodyMinor),
    levy: amountToWire(chargeback.levyMinor),
    currency: chargeback.currency,
    reasonCode: chargeback.reasonCode ?? undefined,
    stage: chargeback.stage,
    status: chargeback.status,
  };
}
