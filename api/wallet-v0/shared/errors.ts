import type { Refusal } from '../../../domain/platform/errors/refusal';
import type { PaymentRefusalCode, RefusalCode } from '../../../domain/platform/errors/refusal-codes';
import type { ErrorAdapter, ErrorAnswer } from '../../http/errors';
import type { Violation } from '../../http/violations';
import type { BadRequest, BadRequestErrorType } from './error.types';

/** The response of the Wallet API to a refusal: 400 with an error type, or another status. */
type RefusalAnswer = BadRequestErrorType | 'never' | 401 | 403 | 404 | 405 | 409 | 422 | 429 | 503 | 504;

/** Maps every code but those of payments, or does not compile. `never` marks codes of other APIs. */
const ANSWERS = {
  invalidRequest: 'SchemaViolated',
  invalidDeadline: 'SchemaViolated',
  limitExceeded: 'SchemaViolated',
  deadlineExceeded: 504,
  unauthorized: 401,
  forbidden: 401,
  insufficientScope: 403,
  tooManyRequests: 429,
  notFound: 404,
  unknownOperation: 404,
  methodNotAllowed: 405,
  externalIDConflict: 409,
  temporarilyUnavailable: 503,
  outcomeUnknown: 504,
  invalidPartyID: 422,
  invalidPartyStatus: 422,
  invalidChargebackStatus: 'never',
  invalidCommandState: 'never',
  webhookLimitExceeded: 422,
  invalidOperationParameters: 422,
  badFilter: 'NoMatch',
  badIdentity: 'NotFound',
  badToken: 'InvalidToken',
  badResourceToken: 'InvalidResourceToken',
  reportTooLarge: 'WrongLength',
  versionRequired: 'never',
  versionConflict: 'never',
} as const satisfies Record<Exclude<RefusalCode, PaymentRefusalCode>, RefusalAnswer>;

function answerRefusal(refusal: Refusal): ErrorAnswer {
  const { code, message, place } = refusal;
  const answer: RefusalAnswer = code in ANSWERS ? ANSWERS[code as keyof typeof ANSWERS] : 'never';
  if (answer === 'never') throw new Error(`the Wallet API has no answer to ${code}`);
  if (answer === 409 || answer === 422) return { status: answer, body: { ...refusal.conflict, message } };
  if (typeof answer === 'number') return { status: answer };
  return badRequest({ errorType: answer, name: place && formatName(place), description: message });
}

function badRequest(body: BadRequest): ErrorAnswer {
  return { status: 400, body };
}

/** The place without the prefix for the body. */
function formatName(place: string): string {
  return place.replace(/^body\./, '');
}

/** Reports the first violation only, as the API's format requires. */
function answerViolations([violation]: readonly Violation[]): ErrorAnswer {
  const { place, problem } = violation ?? { place: 'body', problem: 'is not valid' };
  return badRequest({ errorType: getErrorType({ place, problem }), name: formatName(place), description: problem });
}

/** Bodies have one error type; parameters have several. */
function getErrorType({ place, problem }: Violation): BadRequestErrorType {
  if (/^body\b/.test(place)) return 'SchemaViolated';
  if (/ is required$/.test(problem)) return 'NotFound';
  if (/^(min|max) /.test(problem)) return 'NotInRange';
  if (/^(min|max)Length /.test(problem)) return 'WrongLength';
  if (/^(Not match in|should be one of|is not an? )/.test(problem)) return 'NoMatch';
  return 'WrongType';
}

/** The errors of the Wallet API: `{errorType, name, description}`, 422 with a message, and 404 without a body. */
export const walletErrors: ErrorAdapter = {
  refusal: answerRefusal,
  violations: answerViolations,
  defect: () => ({ status: 500 }),
};
