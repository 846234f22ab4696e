import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { ConnectorNotice } from '../../domain/payments/connector-notice/connector-notice';
import { parseJson } from '../acquirer-http';
import { isSigned, type CallbackReader, type CallbackReading, type CallbackResponse } from '../callback';
import { DISPUTE_CODES, readDispute } from './adyen-disputes';
import { ownNotice, REVERSALS } from './adyen-notices';
import { readAnnouncement, type AdyenReportsOptions } from './adyen-reports';
import { toReference } from './payment-method';
import { readReturnedOperation } from '../return-url';

/** What a webhook must be answered with. */
const ACCEPTED: CallbackResponse = { status: 200, contentType: 'text/plain', body: '[accepted]' };
const MAX_REDIRECT_RESULT = 12_000;
const REPORT_AVAILABLE = 'REPORT_AVAILABLE';

const text = (length: number) => z.string().max(length);

const itemSchema = z.object({
  additionalData: z.record(z.string(), z.unknown()).optional(),
  amount: z.object({ currency: text(3), value: z.number().int() }).optional(),
  eventCode: z.string().regex(/^[A-Z_]{1,60}$/),
  eventDate: z.string(),
  merchantAccountCode: text(200),
  merchantReference: text(200).optional(),
  originalReference: text(100).optional(),
  pspReference: text(100),
  reason: z.string().nullish(),
  success: z.union([z.boolean(), z.enum(['true', 'false'])]),
});

type Item = z.infer<typeof itemSchema>;

const batchSchema = z.object({
  live: z.enum(['true', 'false']).optional(),
  notificationItems: z.array(z.object({ NotificationRequestItem: itemSchema })).max(100),
});

const transferSchema = z.object({ data: z.object({ reference: text(80).optional() }) });

export interface AdyenCallbackKeys {
  merchantAccount: string;
  hmacKey: Buffer;
  /** Signs what was sent before a rotation, and addresses of payers who left before it. */
  previousHmacKey?: Buffer | undefined;
  /** Signs webhooks of transfers. */
  transferHmacKey?: Buffer | undefined;
  /** Where reports are downloaded; absent: they are not. */
  reports?: AdyenReportsOptions | undefined;
}

/** Reads Adyen's webhooks: standard ones, signed item by item, and those of transfers, signed in a header. */
export function createAdyenCallbacks(given: AdyenCallbackKeys): CallbackReader {
  const { hmacKey, previousHmacKey, transferHmacKey } = given;
  const keys = previousHmacKey ? [hmacKey, previousHmacKey] : [hmacKey];
  return {
    read({ body, header }) {
      const signature = header('HmacSignature');
      if (signature !== undefined) return readTransfer(body, signature, transferHmacKey);
      return readBatch(body, given, keys);
    },
    readReturn(query) {
      const operationID = readReturnedOperation(query, keys);
      const redirectResult = query.get('redirectResult') ?? '';
      if (operationID === undefined || redirectResult === '' || redirectResult.length > MAX_REDIRECT_RESULT)
        return undefined;
      const notice = ownNotice('returned', { reference: toReference(operationID), details: { redirectResult } });
      return { operationID, notice };
    },
  };
}

/** A batch with one forged item is refused as a whole. */
function readBatch(
  body: Buffer,
  { merchantAccount, reports: from }: AdyenCallbackKeys,
  keys: readonly Buffer[],
): CallbackReading {
  const read = batchSchema.safeParse(parseJson(body.toString('utf8')));
  if (!read.success) return { kind: 'refused' };
  const items = read.data.notificationItems.map(({ NotificationRequestItem: item }) => item);
  if (!items.every((item) => isSignedItem(item, keys))) return { kind: 'refused' };
  const ours = items.filter(({ merchantAccountCode }) => merchantAccountCode === merchantAccount);
  const disputes = ours.flatMap((item) => readDispute(item) ?? []);
  const { live } = read.data;
  const notices = ours
    .filter(({ eventCode }) => eventCode !== REPORT_AVAILABLE && !Object.hasOwn(DISPUTE_CODES, eventCode))
    .map((item) => toNotice(item, live));
  const announced = ours.filter(
    ({ eventCode, success }) => eventCode === REPORT_AVAILABLE && String(success) === 'true',
  );
  const reports = from ? announced.flatMap((item) => readAnnouncement(from, item) ?? []) : [];
  const others = { ...(disputes.length > 0 && { disputes }), ...(reports.length > 0 && { reports }) };
  return { kind: 'read', notices, ...others, response: ACCEPTED };
}

function isSignedItem(item: Item, keys: readonly Buffer[]): boolean {
  const given = item.additionalData?.['hmacSignature'];
  if (typeof given !== 'string') return false;
  const signature = Buffer.from(given, 'base64');
  return keys.some((key) => isSigned(signature, createHmac('sha256', key).update(signedText(item)).digest()));
}

/** The fields of an item that its signature covers. */
export function signedText(item: {
  pspReference: string;
  originalReference?: string | undefined;
  merchantAccountCode: string;
  merchantReference?: string | undefined;
  amount?: { value: number; currency: string } | undefined;
  eventCode: string;
  success: boolean | string;
}): string {
  const { pspReference, originalReference = '', merchantAccountCode, merchantReference = '', amount } = item;
  return [
    ...[pspReference, originalReference, merchantAccountCode, merchantReference],
    ...[amount?.value ?? '', amount?.currency ?? '', item.eventCode, String(item.success)],
  ].join(':');
}

/** Keeps signed fields, and of the others the reason, the approval code and whether it is live. */
function toNotice(item: Item, live: 'true' | 'false' | undefined): ConnectorNotice {
  const { eventCode: event, pspReference, merchantReference, originalReference, amount } = item;
  const isSuccess = String(item.success) === 'true';
  const statedAt = new Date(item.eventDate);
  return {
    id: `${event}/${pspReference}/${isSuccess}`,
    reference: merchantReference ?? '',
    ...(originalReference !== undefined && originalReference !== '' && { originalReference }),
    event,
    isSuccess,
    ...(REVERSALS.has(event) && { isReversal: true }),
    connectorReference: pspReference,
    ...(amount && { amount: BigInt(amount.value), currency: amount.currency }),
    details: { ...(isSuccess ? readApprovalCode(item) : readReason(item)), ...(live !== undefined && { live }) },
    statedAt: Number.isNaN(statedAt.getTime()) ? new Date() : statedAt,
  };
}

/** The reason of a success is `<approval code>:<last digits>:<expiry>`. */
function readApprovalCode({ reason }: Item): Record<string, string> {
  const [, authCode] = /^([A-Za-z0-9]{1,10}):\d{4}:/.exec(reason ?? '') ?? [];
  return authCode === undefined ? {} : { authCode };
}

function readReason({ reason, additionalData = {} }: Item): Record<string, string> {
  const code = additionalData['refusalReasonCode'];
  const known = typeof code === 'string' && /^\d{1,3}$/.test(code) ? code : (reason ?? '');
  return /^[\w .'-]{1,80}$/.test(known) ? { reason: known } : {};
}

/** A webhook of a transfer only triggers a look-up. */
function readTransfer(body: Buffer, signature: string, key: Buffer | undefined): CallbackReading {
  const isOurs = key && isSigned(Buffer.from(signature, 'base64'), createHmac('sha256', key).update(body).digest());
  if (!isOurs) return { kind: 'refused' };
  const operationID = transferSchema.safeParse(parseJson(body.toString('utf8'))).data?.data.reference;
  return { kind: 'read', ...(operationID !== undefined && { operationID }), response: ACCEPTED };
}
