import type { RequestHandler } from 'express';
import { ValidateError } from '@tsoa/runtime';
import { getContext } from './context';
import type { RoutedSpecification } from './specification';

/**
 * The names that a specification declares in one place of a request. Unknown names are ignored, but one that differs only in
 * case is rejected: ignoring a misspelt amount of a refund would refund everything.
 */
export class KnownNames {
  private readonly byLowerCase = new Map<string, string>();

  constructor(private readonly names: ReadonlySet<string> | ReadonlyMap<string, unknown>) {
    for (const name of names.keys()) this.byLowerCase.set(name.toLowerCase(), name);
  }

  /** @throws ValidateError with both names */
  rejectMisspelt(name: string, place: string): void {
    if (this.names.has(name)) return;
    const declared = this.byLowerCase.get(name.toLowerCase());
    if (declared === undefined) return;
    throw new ValidateError({ [place + name]: { message: `differs from '${declared}' by letter case only` } }, '');
  }
}

/** Rejects query parameters that are misspelt in case. */
export function queryNames(specification: RoutedSpecification): RequestHandler {
  const known = new Map<string, KnownNames>();
  for (const { operationId, parameters = [] } of specification.operations()) {
    const inQuery = parameters
      .map((given) => specification.parameter(given))
      .filter((parameter) => parameter.in === 'query');
    known.set(operationId ?? '', new KnownNames(new Set(inQuery.map(({ name }) => name))));
  }
  return (request, _response, next) => {
    const names = known.get(getContext(request).operation?.operationID ?? '');
    for (const name of Object.keys(request.query)) names?.rejectMisspelt(name, '');
    next();
  };
}
