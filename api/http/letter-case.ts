import type { RequestHandler } from 'express';
import { ValidateError } from '@tsoa/runtime';
import { getContext } from './context';
import type { Specification } from './specification';

/**
 * Names that a specification knows in one place of a request. Others are ignored, as the contract says; but one that differs from a
 * known one by the case of its letters only is a slip, and what is meant by it would be left out: the amount of a refund, the filter
 * of a search.
 */
export class KnownNames {
  private readonly byLowerCase = new Map<string, string>();

  constructor(private readonly names: ReadonlySet<string> | ReadonlyMap<string, unknown>) {
    for (const name of names.keys()) this.byLowerCase.set(name.toLowerCase(), name);
  }

  /** @throws ValidateError with both names */
  assertNotMeant(name: string, place: string): void {
    if (this.names.has(name)) return;
    const meant = this.byLowerCase.get(name.toLowerCase());
    if (meant === undefined) return;
    throw new ValidateError({ [place + name]: { message: `differs from '${meant}' by letter case only` } }, '');
  }
}

/** The layer that looks at the names of a query. */
export function queryNames(specification: Specification): RequestHandler {
  const known = new Map<string, KnownNames>();
  for (const { operationId, parameters = [] } of specification.operations()) {
    const inQuery = parameters.map((one) => specification.parameter(one)).filter((one) => one.in === 'query');
    known.set(operationId ?? '', new KnownNames(new Set(inQuery.map(({ name }) => name))));
  }
  return (request, _response, next) => {
    const names = known.get(getContext(request).operation?.operationID ?? '');
    for (const name of Object.keys(request.query)) names?.assertNotMeant(name, '');
    next();
  };
}
