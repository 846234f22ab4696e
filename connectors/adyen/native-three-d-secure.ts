import { z } from 'zod';
import type { AdyenPayment } from './adyen-objects';
import type { OwnEvent, Statements } from './adyen-notices';

/*
 * 3-D Secure 2 in frames of our own page, without Adyen's component: docs.adyen.com/checkout-build-your-own-3ds2, which describes
 * version 66, with the actions of later versions.
 */

const address = z.url({ protocol: /^https$/ }).max(2_048);
const id = z.string().regex(/^[\w-]{1,36}$/);

/** The token of an action, spelled as Adyen's component reads it. */
const TOKENS = {
  fingerprint: z
    .object({ threeDSServerTransID: id, threeDSMethodUrl: address.optional().catch(undefined) })
    .transform(({ threeDSServerTransID: server, threeDSMethodUrl: url }) => ({ server, ...(url && { url }) })),
  challenge: z
    .object({ threeDSServerTransID: id, acsTransID: id, acsURL: address, messageVersion: z.string().max(8) })
    .transform(({ threeDSServerTransID: server, acsTransID: acs, acsURL: url, messageVersion: version }) => ({
      ...{ server, acs, url, version },
    })),
} as const;

const actionSchema = z.object({
  type: z.literal('threeDS2'),
  subtype: z.enum(['fingerprint', 'challenge']),
  token: z.string().transform((token) => readBase64Json(token)),
  paymentData: z.string().max(50_000).optional(),
  authorisationToken: z.string().max(50_000).optional(),
});

/** What the payer's browser has to do next. */
export interface NativeStep {
  event: 'fingerprint' | 'challenge';
  details: Readonly<Record<string, string>>;
}

/** Undefined for another action, and for one whose addresses are not https. */
export function readNativeStep({ action }: AdyenPayment): NativeStep | undefined {
  const read = actionSchema.safeParse(action).data;
  const token = read && TOKENS[read.subtype].safeParse(read.token).data;
  if (!read || !token) return undefined;
  const { subtype: event, paymentData, authorisationToken } = read;
  const details = { ...token, ...(paymentData && { paymentData }), ...(authorisationToken && { authorisationToken }) };
  return { event, details };
}

/** The request that submits what the payer's browser has brought; undefined while a step is open. */
export function nativeResult(own: Statements['own']): { key: string; body: object } | undefined {
  const challenge = own('challenge')?.details;
  const challenged = own('challenged')?.details;
  if (challenge) return challenged && { key: 'challenge', body: challengeResult(challenge, challenged) };
  const fingerprinted = own('fingerprinted')?.details;
  const { paymentData } = own('fingerprint')?.details ?? {};
  if (!fingerprinted) return undefined;
  const fingerprint = toBase64Json({ threeDSCompInd: fingerprinted['threeDSCompInd'] });
  return { key: 'fingerprint', body: { paymentData, details: { 'threeds2.fingerprint': fingerprint } } };
}

function challengeResult(
  { paymentData, authorisationToken }: Readonly<Record<string, string>>,
  { transStatus }: Readonly<Record<string, string>>,
): object {
  if (authorisationToken !== undefined)
    return { details: { threeDSResult: toBase64Json({ transStatus, authorisationToken }) } };
  return { paymentData, details: { 'threeds2.challengeResult': toBase64Json({ transStatus }) } };
}

interface StepDone {
  event: OwnEvent;
  details: Record<string, string>;
}

const methodSchema = z.object({ threeDSServerTransID: id });
/** A result, or an error without one. */
const responseSchema = methodSchema.extend({
  acsTransID: id.optional(),
  transStatus: z
    .string()
    .regex(/^[A-Z]$/)
    .default('U'),
});

/** What a bank's form states about an open step; undefined if it names another authentication. */
export function readBankForm(form: URLSearchParams, own: Statements['own']): StepDone | undefined {
  const response = responseSchema.safeParse(readBase64Json(form.get('cres') ?? '')).data;
  if (response) {
    const { server, acs } = own('challenge')?.details ?? {};
    const isOurs = response.threeDSServerTransID === server && (response.acsTransID ?? acs) === acs;
    return isOurs ? { event: 'challenged', details: { transStatus: response.transStatus } } : undefined;
  }
  const method = methodSchema.safeParse(readBase64Json(form.get('threeDSMethodData') ?? '')).data;
  const isOurs = method !== undefined && method.threeDSServerTransID === own('fingerprint')?.details['server'];
  return isOurs ? fingerprinted('Y') : undefined;
}

/** The bank has not answered in time. */
export function tooLate(own: Statements['own']): StepDone | undefined {
  return own('fingerprint') && !own('fingerprinted') ? fingerprinted('N') : undefined;
}

const fingerprinted = (threeDSCompInd: 'Y' | 'N'): StepDone => ({
  event: 'fingerprinted',
  details: { threeDSCompInd },
});

export function toBase64Json(value: object, encoding: 'base64' | 'base64url' = 'base64'): string {
  return Buffer.from(JSON.stringify(value)).toString(encoding);
}

/** Reads both alphabets of Base64. */
function readBase64Json(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
