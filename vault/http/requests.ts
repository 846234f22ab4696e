import { z } from 'zod';
import type {
  AccountRegistration,
  ForwardRequest,
  KeepCardRequest,
  StoreCardRequest,
  StoreTokenRequest,
} from '../client/vault.types';
import { hasPlaceholder } from '../forward/placeholders';
import { InvalidRequest } from './invalid-request';

const MAX_FORWARD_BODY = 262_144;
const MAX_FORWARD_MS = 120_000;
const MAX_CVVS = 1_000;

const id = (max = 100) => z.string().min(1).max(max);
const moment = z.iso.datetime({ offset: true });

const storeCard = z.strictObject({
  cardID: z
    .string()
    .regex(/^c[0-9a-z]{24,63}$/, { error: 'must be c with 24 to 63 digits and small letters' })
    .optional(),
  partyID: id(),
  cardNumber: z.string().regex(/^\d{12,19}$/, { error: 'must have 12 to 19 digits' }),
  expDate: z
    .string()
    .regex(/^(0[1-9]|1[0-2])\/\d\d$/, { error: 'must be MM/YY' })
    .optional(),
  cardHolder: z.string().min(1).max(100).optional(),
  cvv: z
    .string()
    .regex(/^\d{3,4}$/, { error: 'must have 3 or 4 digits' })
    .optional(),
  deleteAfter: moment.optional(),
});

const storeToken = z.strictObject({
  cardID: storeCard.shape.cardID.unwrap(),
  partyID: id(),
  provider: z.enum(['ApplePay', 'GooglePay']),
  token: id(16_000),
  merchantID: id(1_000),
  deleteAfter: moment,
});

const keepCard = z.strictObject({ cardID: id(), partyID: id(), until: moment.optional() });

const register = z.strictObject({
  connector: id(40),
  urls: z
    .array(z.url({ protocol: /^https?$/ }).max(500))
    .min(1)
    .max(4),
  credentials: z
    .array(z.string().regex(/^[\da-f]{64}$/, { error: 'must be a SHA-256 digest in hexadecimal' }))
    .min(1)
    .max(4),
  fixed: z.record(z.string().min(1).max(200), z.string().min(1).max(1_000)),
});

const NO_CARD = { error: 'must not hold a placeholder of a card' };

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/, { error: 'must be a header name in lower case' });
const headerValue = z
  .string()
  .max(8_000)
  .regex(/^[\t\x20-\x7e]*$/, { error: 'must be printable ASCII' })
  .refine((text) => !hasPlaceholder(text), NO_CARD);

/** Headers that the vault sets itself, or that would change how the request is framed. */
const OWN_HEADERS = [
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'accept-encoding',
];

const forward = z.strictObject({
  partyID: id(),
  operationID: id(200),
  account: id(200),
  method: z.enum(['POST', 'PUT', 'PATCH']),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .max(2_000)
    .refine((text) => !hasPlaceholder(text), NO_CARD),
  headers: z
    .record(headerName, headerValue)
    .refine((headers) => Object.keys(headers).length <= 50, { error: 'has more than 50 headers' })
    .refine((headers) => !OWN_HEADERS.some((name) => name in headers), { error: 'has a header that the vault sets' }),
  body: z.string().max(MAX_FORWARD_BODY),
  timeoutMs: z.int().min(1).max(MAX_FORWARD_MS),
});

const rotate = z.strictObject({ batchSize: z.int().min(1).max(10_000).default(1_000) });
const cardReference = z.strictObject({ cardID: id(), partyID: id() });
const cardReferences = z.strictObject({ cards: z.array(cardReference).min(1).max(MAX_CVVS) });
const unlock = z.strictObject({ share: z.string().min(1).max(200) });

export function readStoreRequest(body: unknown): StoreCardRequest {
  return read(storeCard, body);
}

export function readStoreTokenRequest(body: unknown): StoreTokenRequest {
  return read(storeToken, body);
}

export function readKeepRequest(body: unknown): KeepCardRequest {
  return read(keepCard, body);
}

export function readRegistration(body: unknown): AccountRegistration {
  return read(register, body);
}

export function readForwardRequest(body: unknown): ForwardRequest {
  return read(forward, body);
}

export function readRotateRequest(body: unknown): { batchSize: number } {
  return read(rotate, body ?? {});
}

export function readUnlockRequest(body: unknown): { share: string } {
  return read(unlock, body);
}

export function readCardReferences(body: unknown): z.output<typeof cardReference>[] {
  return read(cardReferences, body).cards;
}

export function readCardReference({ id: cardID, query }: { id: string; query: string }) {
  const partyID = new URLSearchParams(query).get('partyID') ?? '';
  if (partyID === '') throw new InvalidRequest('query.partyID', 'the party must be given');
  // Card ids have letters and digits only, so that another text is the id of no card.
  return { cardID, partyID };
}

function read<Kind extends z.ZodType>(kind: Kind, body: unknown): z.output<Kind> {
  const result = kind.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new InvalidRequest(['body', ...(issue?.path ?? [])].map(String).join('.'), issue?.message ?? 'is invalid');
}
