import { ExpressTemplateService, ValidationService, type FieldErrors, type TsoaRoute } from '@tsoa/runtime';
import type { Response } from 'express';
import { DiscriminatedUnions } from './discriminated-unions';
import { formatProblem, GS1, hasControlCharacter } from './formats';
import { addUnlisted, getUnlistedCount, MAX_COUNTED } from './violations';

/** The models of the generated routes: those of tsoa, with published formats in the rules. */
export type RequestModels = Readonly<Record<string, object>>;

type StringRules = Parameters<ValidationService['validateString']>[3] & { format?: { value: string } };

/** Further problems of a request are only counted. */
const MAX_LISTED = 20;

/** The bound of texts whose schema has none. */
const MAX_TEXT = 4_000;

/** The bound of lists whose schema has none. */
export const MAX_LIST = 1_000;

/**
 * Validates like tsoa, but in linear time: it checks only the union variant that the discriminator names (tsoa tries all),
 * keeps at most MAX_LISTED problems (tsoa recounts all at each object), checks the length of a list before its items, and
 * stops after MAX_COUNTED problems.
 * Characters are counted as in JSON Schema and PostgreSQL: an emoji is one.
 */
class RequestValidation extends ValidationService {
  private readonly unions: DiscriminatedUnions;

  constructor(models: TsoaRoute.Models, config: ConstructorParameters<typeof ValidationService>[1]) {
    super(models, config);
    this.unions = new DiscriminatedUnions(models);
  }

  override ValidateParam(
    ...[property, value, name, problems, isBody, parent]: Parameters<ValidationService['ValidateParam']>
  ): unknown {
    if (getUnlistedCount(problems) > MAX_COUNTED) return undefined;
    const isListed = Object.keys(problems).length < MAX_LISTED;
    const found: FieldErrors = isListed ? problems : {};
    const checked: unknown = super.ValidateParam(property, value, name, found, isBody, parent);
    if (!isListed) addUnlisted(problems, Object.keys(found).length + getUnlistedCount(found));
    return checked;
  }

  override validateString(
    ...[name, value, problems, rules, parent = '']: Parameters<ValidationService['validateString']>
  ): string | undefined {
    const problem = typeof value === 'string' ? textProblem(value, rules ?? {}) : undefined;
    if (problem === undefined) return super.validateString(name, value, problems, withoutLengthRules(rules), parent);
    problems[parent + name] = { message: problem };
    return undefined;
  }

  override validateArray(
    ...[name, value, problems, isBody, schema, rules, parent = '']: Parameters<ValidationService['validateArray']>
  ): unknown[] | undefined {
    const maxItems = rules?.maxItems?.value ?? MAX_LIST;
    if (!Array.isArray(value) || value.length <= maxItems) {
      return super.validateArray(parent + name, value, problems, isBody, schema, rules, '');
    }
    problems[parent + name] = { message: `maxItems ${maxItems}` };
    return undefined;
  }

  override validateUnion(
    ...[name, value, problems, isBody, property, parent = '']: Parameters<ValidationService['validateUnion']>
  ): unknown {
    const union = this.unions.find(property.subSchemas ?? []);
    if (!union) {
      const variant = this.unions.guess(property.subSchemas ?? [], value);
      if (variant) return this.ValidateParam(variant, value, name, problems, isBody, parent);
      return super.validateUnion(name, value, problems, isBody, property, parent) as unknown;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      problems[parent + name] = { message: 'invalid object' };
      return undefined;
    }
    const literal: unknown = (value as Record<string, unknown>)[union.discriminator];
    const variant = typeof literal === 'string' ? union.byLiteral.get(literal) : undefined;
    if (variant) return this.ValidateParam(variant, value, name, problems, isBody, parent);
    const allowed = [...union.byLiteral.keys()].map((allowedLiteral) => `'${allowedLiteral}'`).join(',');
    const message =
      literal === undefined ? `'${union.discriminator}' is required` : `should be one of the following; [${allowed}]`;
    problems[`${parent}${name}.${union.discriminator}`] = { message };
    return undefined;
  }
}

function textProblem(text: string, rules: StringRules): string | undefined {
  const { minLength, maxLength = { value: MAX_TEXT }, format } = rules;
  // A text has between half as many characters as UTF-16 units and as many, so counting is rarely necessary.
  if (text.length > maxLength.value) {
    const isLonger = text.length > 2 * maxLength.value || [...text].length > maxLength.value;
    if (isLonger) return `maxLength ${maxLength.value}`;
  }
  if (minLength && [...text.slice(0, 2 * minLength.value)].length < minLength.value) {
    return `minLength ${minLength.value}`;
  }
  if (format?.value !== GS1 && hasControlCharacter(text)) return 'has a control character';
  return format && formatProblem(format.value, text);
}

/** Cached per rule. */
const withoutLengths = new WeakMap<StringRules, StringRules>();

/** Removes the length rules, which `textProblem` has checked. */
function withoutLengthRules(rules: StringRules | undefined): StringRules | undefined {
  if (!rules) return undefined;
  const known = withoutLengths.get(rules);
  if (known) return known;
  const without = { ...rules, minLength: undefined, maxLength: undefined };
  withoutLengths.set(rules, without);
  return without;
}

interface ReturnedAnswer {
  response: Response;
  headers: Record<string, string> | undefined;
  statusCode?: number;
  data?: unknown;
}

/** Validates requests and sends responses for the generated routes. */
export class RequestTemplateService extends ExpressTemplateService {
  constructor(models: RequestModels, config: ConstructorParameters<typeof ExpressTemplateService>[1]) {
    super(models as TsoaRoute.Models, config);
    this.validationService = new RequestValidation(this.models, config);
  }

  /** Works as Express's `json`, without its repeated lookups of content type and charset. */
  protected override returnHandler(given: ReturnedAnswer): void {
    const { response, headers = {}, statusCode = 200, data } = given;
    const isJson = typeof data === 'object' && data !== null && !('pipe' in data);
    if (!isJson || response.headersSent || response.req.fresh) return super.returnHandler(given);
    const text = JSON.stringify(data);
    response.set(headers).setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.status(statusCode).end(text, 'utf8');
  }
}
