import type { Refusal } from '../../../domain/platform/errors/refusal';
import type { PaymentRefusalCode, RefusalCode } from '../../../domain/platform/errors/refusal-codes';
import type { ErrorAdapter, ErrorAnswer } from '../../http/errors';
import type { Violation } from '../../http/violations';
import type { BadRequest, BadRequestErrorType } from './error.types';

/** The response of the Wallet API to a refusal: 400 with an error type, or a response of another shape. */
type RefusalAnswer =
  | BadRequestErrorType
  | 'unauthorized'
  | 'insufficient'
  | 'tooMany'
  | 'notFound'
  | 'badMethod'
  | 'conflict'
  | 'invalidOperation'
  | 'unavailable'
  | 'timeout'
  | 'never';

/** Maps every code but those of payments, or does not compile. `never` marks codes of other APIs. */
const ANSWERS = {
  invalidRequest: 'SchemaViolated',
  invalidDeadline: 'SchemaViolated',
  limitExceeded: 'SchemaViolated',
  deadlineExceeded: 'timeout',
  unauthorized: 'unauthorized',
  forbidden: 'unauthorized',
  insufficientScope: 'insufficient',
  tooManyRequests: 'tooMany',
  notFound: 'notFound',
  unknownOperation: 'notFound',
  methodNotAllowed: 'badMethod',
  externalIDConflict: 'conflict',
  temporarilyUnavailable: 'unavailable',
  outcomeUnknown: 'timeout',
  invalidPartyID: 'invalidOperation',
  invalidPartyStatus: 'invalidOperation',
  invalidChargebackStatus: 'never',
  invalidCommandState: 'never',
  webhookLimitExceeded: 'invalidOperation',
  invalidOperationParameters: 'invalidOperation',
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
  switch (answer) {
    case 'never':
      throw new Error(`the Wallet API has no answer to ${code}`);
    case 'unauthorized':
      return { status: 401 };
    case 'insufficient':
      return { status: 403 };
    case 'tooMany':
      return { status: 429 };
    case 'notFound':
      return { status: 404 };
    case 'badMethod':
      return { status: 405 };
    case 'conflict':
      return { status: 409, body: { ...refusal.conflict, message } };
    case 'invalidOperation':
      return { status: 422, body: { message } };
    case 'unavailable':
      return { status: 503 };
    case 'timeout':
      return { status: 504 };
    default:
      return badRequest({ errorType: answer, name: place && formatName(place), description: message });
  }
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
