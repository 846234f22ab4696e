import type { Refusal } from '../../../domain/platform/errors/refusal';
import type { PaymentRefusalCode, RefusalCode } from '../../../domain/platform/errors/refusal-codes';
import type { ErrorAdapter, ErrorAnswer } from '../../http/errors';
import type { Violation } from '../../http/violations';

/** The response of `/v2` to a refusal: 400 with its code, or a response of another shape. */
type RefusalAnswer =
  | 'code'
  | 'unauthorized'
  | 'insufficient'
  | 'notFound'
  | 'conflict'
  | 'tooMany'
  | 'unknown'
  | 'badMethod'
  | 'unavailable'
  | 'timeout'
  | 'badRequest'
  | 'never';

/** Maps every code but those of payments, or does not compile. `never` marks codes of other APIs. */
const ANSWERS = {
  invalidRequest: 'code',
  invalidDeadline: 'code',
  limitExceeded: 'code',
  deadlineExceeded: 'timeout',
  unauthorized: 'unauthorized',
  forbidden: 'unauthorized',
  insufficientScope: 'insufficient',
  tooManyRequests: 'tooMany',
  notFound: 'notFound',
  unknownOperation: 'unknown',
  methodNotAllowed: 'badMethod',
  externalIDConflict: 'conflict',
  temporarilyUnavailable: 'unavailable',
  outcomeUnknown: 'timeout',
  invalidPartyID: 'code',
  invalidPartyStatus: 'code',
  invalidChargebackStatus: 'never',
  invalidCommandState: 'never',
  webhookLimitExceeded: 'tooMany',
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
  switch (answer) {
    case 'code':
      return { status: 400, body: { code, message } };
    case 'unauthorized':
      return { status: 401 };
    case 'insufficient':
      return { status: 403, body: { message } };
    case 'notFound':
      return { status: 404, body: { message } };
    case 'conflict':
      return { status: 409, body: { ...refusal.conflict, message } };
    case 'tooMany':
      return { status: 429, body: { message } };
    case 'unknown':
      return { status: 501, body: { message } };
    case 'badMethod':
      return { status: 405, body: { message } };
    case 'unavailable':
      return { status: 503, body: { message } };
    case 'timeout':
      return { status: 504, body: { message } };
    case 'badRequest':
      return { status: 400, body: { code: 'invalidRequest', message } };
    case 'never':
      throw new Error(`/v2 has no answer to ${code}`);
  }
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
