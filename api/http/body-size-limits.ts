import type { RequestHandler } from 'express';
import { ValidateError } from '@tsoa/runtime';
import { Refusal } from '../../domain/platform/errors/refusal';
import { getContext } from './context';
import { KnownNames } from './letter-case';
import { MAX_LIST } from './request-validation';
import type { SpecifiedSchema, RoutedSpecification } from './specification';

/** Unknown fields are ignored up to this number. */
export const MAX_UNKNOWN_FIELDS = 1_000;

/** Values within metadata and other free-form objects, which are copied into each message. */
const MAX_FREE_VALUES = 10_000;

const MAX_NAME = 1_000;

/**
 * Checks a body against the size of its published schema before validation: `maxItems` of lists, numbers of unknown fields
 * and free-form values, and names misspelt in case. It stops at the first excess to bound the cost.
 */
export function bodySizeLimits(specification: RoutedSpecification): RequestHandler {
  const schemas = bodySchemas(specification);
  return (request, _response, next) => {
    const schema = schemas.get(getContext(request).operation?.operationID ?? '');
    if (request.body !== undefined) new Measurement(specification).measure(request.body, schema, 'body');
    next();
  };
}

function bodySchemas(specification: RoutedSpecification): Map<string, SpecifiedSchema> {
  const entries = specification.operations().flatMap(({ operationId, requestBody }): [string, SpecifiedSchema][] => {
    const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
    return operationId && schema ? [[operationId, schema]] : [];
  });
  return new Map(entries);
}

class Measurement {
  private unknownFields = 0;
  private freeValues = 0;

  constructor(private readonly specification: RoutedSpecification) {}

  /** @throws ValidateError or Refusal limitExceeded at the first excess, which names the place */
  measure(value: unknown, schema: SpecifiedSchema | undefined, place: string): void {
    if (!schema) this.countFree(place);
    if (typeof value !== 'object' || value === null) return;
    const known = schema && this.specification.resolve(schema);
    if (Array.isArray(value)) this.measureList(value, known, place);
    else this.measureObject(value as Record<string, unknown>, known, place);
  }

  private measureList(list: readonly unknown[], schema: SpecifiedSchema | undefined, place: string): void {
    const maxItems = schema?.maxItems ?? (schema ? MAX_LIST : MAX_FREE_VALUES);
    if (list.length > maxItems) throw new ValidateError({ [place]: { message: `maxItems ${maxItems}` } }, '');
    list.forEach((item, index) => this.measure(item, schema?.items, `${place}[${index}]`));
  }

  private measureObject(object: Record<string, unknown>, schema: SpecifiedSchema | undefined, place: string): void {
    const fields = schema && this.specification.getFields(schema, object);
    const names = fields && getNames(fields);
    for (const name in object) {
      if (name.length > MAX_NAME) throw excess(place, `has a field whose name is longer than ${MAX_NAME}`);
      const field = fields?.get(name);
      if (fields && !field && ++this.unknownFields > MAX_UNKNOWN_FIELDS) {
        throw excess(place, `has more than ${MAX_UNKNOWN_FIELDS} unknown fields`);
      }
      names?.rejectMisspelt(name, `${place}.`);
      this.measure(object[name], field, field ? `${place}.${name}` : place);
    }
  }

  private countFree(place: string): void {
    this.freeValues += 1;
    if (this.freeValues > MAX_FREE_VALUES) throw excess(place, `has more than ${MAX_FREE_VALUES} values`);
  }
}

/** Cached per schema. */
const namesByFields = new WeakMap<object, KnownNames>();

function getNames(fields: ReadonlyMap<string, unknown>): KnownNames {
  const names = namesByFields.get(fields) ?? new KnownNames(fields);
  namesByFields.set(fields, names);
  return names;
}

function excess(place: string, problem: string): Refusal {
  return new Refusal('limitExceeded', `${place}: ${problem}`, { place });
}
