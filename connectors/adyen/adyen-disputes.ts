import type { DisputeEvent, DisputeNotice } from '../../domain/payments/dispute/dispute';
import type { ChargebackStage } from '../../domain/payments/chargeback/chargeback.machine';
import { CURRENCIES } from '../../domain/platform/currency/currency';
import { fromAdyenAmount, type AdyenAmount } from './adyen-amount';

interface Meaning {
  event: DisputeEvent;
  stage?: ChargebackStage;
}

/** Maps every event of a dispute to what it states. */
export const DISPUTE_CODES = {
  NOTIFICATION_OF_FRAUD: { event: 'inquiry' },
  REQUEST_FOR_INFORMATION: { event: 'inquiry' },
  NOTIFICATION_OF_CHARGEBACK: { event: 'opened', stage: 'chargeback' },
  CHARGEBACK: { event: 'opened', stage: 'chargeback' },
  INFORMATION_SUPPLIED: { event: 'updated' },
  ISSUER_COMMENTS: { event: 'updated' },
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: { event: 'won' },
  CHARGEBACK_REVERSED: { event: 'won', stage: 'chargeback' },
  DISPUTE_DEFENSE_PERIOD_ENDED: { event: 'lost' },
  SECOND_CHARGEBACK: { event: 'opened', stage: 'pre-arbitration' },
  PREARBITRATION_OPEN: { event: 'opened', stage: 'pre-arbitration' },
  PREARBITRATION_DECLINED: { event: 'updated', stage: 'pre-arbitration' },
  PREARBITRATION_ACCEPTED: { event: 'lost', stage: 'pre-arbitration' },
  PREARBITRATION_WON: { event: 'won', stage: 'pre-arbitration' },
  PREARBITRATION_LOST: { event: 'lost', stage: 'pre-arbitration' },
  PREARBITRATION_ISSUER_WITHDRAWN: { event: 'withdrawn', stage: 'pre-arbitration' },
  SCHEME_ARBITRATION: { event: 'opened', stage: 'arbitration' },
  SCHEME_ARBITRATION_WON: { event: 'won', stage: 'arbitration' },
  SCHEME_ARBITRATION_LOST: { event: 'lost', stage: 'arbitration' },
} as const satisfies Record<string, Meaning>;

interface DisputeItem {
  eventCode: string;
  eventDate: string;
  pspReference: string;
  merchantReference?: string | undefined;
  amount?: AdyenAmount | undefined;
  reason?: string | null | undefined;
  success: boolean | string;
  additionalData?: Record<string, unknown> | undefined;
}

/** Reads an item about a dispute; undefined for any other. Its reference is that of the dispute, its time is not signed. */
export function readDispute(item: DisputeItem): DisputeNotice | undefined {
  const { eventCode, pspReference, merchantReference = '', additionalData = {}, reason } = item;
  if (!Object.hasOwn(DISPUTE_CODES, eventCode)) return undefined;
  const meaning: Meaning = DISPUTE_CODES[eventCode as keyof typeof DISPUTE_CODES];
  const isSuccess = String(item.success) === 'true';
  const answerDueAt = readDate(additionalData['defensePeriodEndsAt']);
  const reasonCode = ['chargebackReasonCode', 'rfiReasonCode', 'nofReasonCode']
    .map((name) => readPlain(additionalData[name]))
    .find((code) => code !== undefined);
  const category = readPlain(reason);
  return {
    id: `${eventCode}/${pspReference}/${isSuccess}`,
    disputeReference: pspReference,
    // A step of the dispute that failed changes nothing.
    ...(isSuccess ? meaning : { event: meaning.event === 'inquiry' ? 'inquiry' : 'updated' }),
    operationID: merchantReference,
    ...readAmount(item.amount),
    ...(reasonCode !== undefined && { reasonCode }),
    ...(category !== undefined && { category }),
    ...(answerDueAt && { answerDueAt }),
    statedAt: readDate(item.eventDate) ?? new Date(),
  };
}

function readAmount(amount: AdyenAmount | undefined): Pick<DisputeNotice, 'amountMinor' | 'currency'> {
  if (!amount) return {};
  const { value, currency } = amount;
  const amountMinor = CURRENCIES.has(currency) ? fromAdyenAmount(BigInt(value), currency) : undefined;
  return { currency, ...(amountMinor !== undefined && amountMinor > 0n && { amountMinor }) };
}

function readPlain(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w .,:;()/='-]{1,200}$/.test(value.trim()) ? value.trim() : undefined;
}

function readDate(value: unknown): Date | undefined {
  const date = typeof value === 'string' && value.length <= 40 ? new Date(value) : undefined;
  const year = date?.getUTCFullYear() ?? Number.NaN;
  return year >= 2000 && year < 3000 ? date : undefined;
}
