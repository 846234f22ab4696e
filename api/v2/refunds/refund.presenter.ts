import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { amountToWire } from '../../../domain/platform/money/money';
import type { Refund } from '../../../domain/payments/refund/refund';
import type { Caller } from '../../http/context';
import { presentAllocation } from '../shared/allocation';
import { presentCartLine } from '../invoices/invoice.presenter';
import { presentPlainFailure } from '../payments/payment.presenter';
import type * as Wire from './refund.types';

export function presentRefund(refund: Refund, caller: Caller): Wire.Refund {
  return {
    id: refund.id,
    externalID: refund.externalID ?? undefined,
    createdAt: rfc3339Text(refund.createdAt),
    amount: amountToWire(refund.amountMinor),
    currency: refund.currency,
    reason: refund.reason ?? undefined,
    cart: refund.cart?.map(presentCartLine),
    allocation: refund.allocation ? presentAllocation(refund.allocation) : undefined,
    status: refund.status,
    error: refund.failure ? presentPlainFailure(refund.failure, caller) : undefined,
  };
}
