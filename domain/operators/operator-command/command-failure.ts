import { REFUSAL_CODES, type RefusalCode } from '../../platform/errors/refusal-codes';

/** The record of a refused command: the code, and what was refused in English. */
export function formatCommandFailure(code: RefusalCode, message: string): string {
  return `${code}: ${message}`;
}

/** Returns the code of a recorded failure; undefined if the operation was carried out and did not succeed. */
export function readFailureCode(failure: string | null): RefusalCode | undefined {
  return REFUSAL_CODES.find((code) => failure?.startsWith(`${code}: `));
}
