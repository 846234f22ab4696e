import type { Refusal } from '../../../domain/platform/errors/refusal';
import { present } from '../../../domain/platform/fields/present';
import type { RefusalCode } from '../../../domain/platform/errors/refusal-codes';
import { StatementRefused, listPlace } from '../../../operators/bank-files/receive-statement';
import { InvalidConfiguration, MAX_PROBLEMS } from '../../../operators/configuration/invalid-configuration';
import type { SchemaProblem } from '../../../operators/reference-data/problems';
import { VersionConflict } from '../../../store/merchants/configuration/version-conflict';
import type { ErrorAdapter, ErrorAnswer } from '../../http/errors';
import type { ReferenceProblem } from '../configuration/configuration.types';
import type { OperatorError } from './error.types';

/** Statuses other than 400. */
const STATUSES: Partial<Record<RefusalCode, number>> = {
  unauthorized: 401,
  forbidden: 403,
  tooManyRequests: 429,
  notFound: 404,
  operationNotPermitted: 403,
  invalidCommandState: 409,
  externalIDConflict: 409,
  unknownOperation: 404,
  methodNotAllowed: 405,
  versionConflict: 412,
  versionRequired: 428,
  temporarilyUnavailable: 503,
  deadlineExceeded: 504,
  outcomeUnknown: 504,
};

function answerRefusal(refusal: Refusal): ErrorAnswer {
  const { code, message, place, conflict, retryAfterSeconds } = refusal;
  const body: OperatorError = { code, message, ...present({ place, conflict, retryAfter: retryAfterSeconds }) };
  if (refusal instanceof VersionConflict) return { status: 412, body: { ...body, changes: refusal.changes } };
  if (refusal instanceof InvalidConfiguration) {
    return { status: 400, body: { ...body, problems: presentProblems(refusal.problems.slice(0, MAX_PROBLEMS)) } };
  }
  if (refusal instanceof StatementRefused) {
    const problems = refusal.faults.slice(0, MAX_PROBLEMS).map((fault) => {
      const values = Object.entries(fault.parameters).map(([name, value]) => `${name} ${value}`);
      return { place: listPlace(fault), rule: fault.kind, ...(values.length > 0 && { values }) };
    });
    return { status: refusal.isTooLarge ? 413 : 400, body: { ...body, problems } };
  }
  if (code === 'limitExceeded' && retryAfterSeconds !== undefined) return { status: 429, body };
  const status = STATUSES[code] ?? 400;
  return status === 401 ? { status } : { status, body };
}

export function presentProblems(problems: readonly SchemaProblem[]): ReferenceProblem[] {
  return problems.map(({ place, ...facts }) => ({ place: place.map(String), ...facts }));
}

/** The errors of `/operators/v1`: a code with its parameters and a message, except for 401. */
export const operatorErrors: ErrorAdapter = {
  refusal: answerRefusal,
  violations: (violations) => {
    const message = violations.map(({ place, problem }) => `${place}: ${problem}`).join('; ');
    const problems = violations.map(({ place, problem }) => ({
      place: place.replace(/^body\./, '').split('.'),
      ...{ rule: 'other', text: problem },
    }));
    return { status: 400, body: { code: 'invalidRequest', message, problems } };
  },
  defect: (requestID) => ({
    status: 500,
    body: { code: 'defect', message: `unexpected error; see the log for the request ${requestID}` },
  }),
};
