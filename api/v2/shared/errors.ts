import type { Refusal } from '../../../domain/platform/errors/refusal';
import type { PaymentRefusalCode, RefusalCode } from '../../../domain/platform/errors/refusal-codes';
import type { ErrorAdapter, ErrorAnswer } from '../../http/errors';
import type { Violation } from '../../http/violations';

/** The response of `/v2` to a refusal: 400 with its code, 400 with another code, or another status. */
type RefusalAnswer = 'code' | 'badRequest' | 'never' | 401 | 403 | 404 | 405 | 409 | 429 | 501 | 503 | 504;

/** Maps every code but those of payments, or does not compile. `never` marks codes of other APIs. */
const ANSWERS = {
  invalidRequest: 'code',
  invalidDeadline: 'code',
  limitExceeded: 'code',
  deadlineExceeded: 504,
  unauthorized: 401,
  forbidden: 401,
  insufficientScope: 403,
  tooManyRequests: 429,
  notFound: 404,
  unknownOperation: 501,
  methodNotAllowed: 405,
  externalIDConflict: 409,
  temporarilyUnavailable: 503,
  outcomeUnknown: 504,
  invalidPartyID: 'code',
  invalidPartyStatus: 'code',
  invalidChargebackStatus: 'never',
  invalidCommandState: 'never',
  webhookLimitExceeded: 429,
  invalidOperationParameters: 'never',
  badFilter: 'badRequest',
  badIdentity: 'never',
  badToken: 'badRequest',
  badResourceToken: 'never',
  reportTooLarge: 'badRequest',
  versionRequired: 'never',
  versionConflict: 'never',
} as const satisfies Record<Exclude<RefusalCode, PaymentRefusalCode>, RefusalAnswer>;

/** The published codes. */
export type CodedRefusal =
  | PaymentRefusalCode
  | { [Code in keyof typeof ANSWERS]: (typeof ANSWERS)[Code] extends 'code' ? Code : never }[keyof typeof ANSWERS];

function answerRefusal(refusal: Refusal): ErrorAnswer {
  const { code, message } = refusal;
  const answer: RefusalAnswer = code in ANSWERS ? ANSWERS[code as keyof typeof ANSWERS] : 'code';
  if (answer === 'never') throw new Error(`/v2 has no answer to ${code}`);
  if (answer === 'code') return { status: 400, body: { code, message } };
  if (answer === 'badRequest') return { status: 400, body: { code: 'invalidRequest', message } };
  return answer === 401 ? { status: 401 } : { status: answer, body: { ...refusal.conflict, message } };
}

function answerViolations(violations: readonly Violation[]): ErrorAnswer {
  const message = violations.map(({ place, problem }) => `${place}: ${problem}`).join('; ');
  const isEmpty = (list: string): boolean =>
    violations.some(({ place, problem }) => place.endsWith(list) && problem.startsWith('minItems'));
  if (isEmpty('cart')) return { status: 400, body: { code: 'invalidInvoiceCart', message } };
  if (isEmpty('allocation')) return { status: 400, body: { code: 'invalidAllocation', message } };
  return { status: 400, body: { code: 'invalidRequest', message } };
}

/** The errors of `/v2`: `{code, message}`, with other bodies for 404, 409 and 429. */
export const v2Errors: ErrorAdapter = {
  refusal: answerRefusal,
  violations: answerViolations,
  defect: (requestID) => ({
    status: 500,
    body: { message: `unexpected error; tell support the request ${requestID}` },
  }),
};
