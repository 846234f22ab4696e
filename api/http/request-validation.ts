import { ExpressTemplateService, ValidationService, type FieldErrors, type TsoaRoute } from '@tsoa/runtime';
import type { Response } from 'express';
import { DiscriminatedUnions } from './discriminated-unions';
import { formatProblem, hasControlCharacter } from './formats';
import { countFurther, furtherProblems } from './violations';

/** The models of the generated routes: those of tsoa, whose rules name the published format too. */
export type RequestModels = Readonly<Record<string, object>>;

type StringRules = Parameters<ValidationService['validateString']>[3] & { format?: { value: string } };

/** So many problems of one request are told in words; of the rest it is said how many there are. */
const MAX_TOLD = 20;

/** A text whose published schema has no bound takes no more characters: the longest that any has. */
const MAX_TEXT = 4_000;

/** A list whose published schema has no bound takes no more. */
export const MAX_LIST = 1_000;

/**
 * Checks requests as tsoa does, in time that grows with the request and no faster:
 *
 * - a union is checked against the alternative that its discriminator names; tsoa copies the value for each alternative
 *   through JSON and keeps all their problems as JSON within JSON, which doubles with each level;
 * - a problem is looked up among the twenty that are told; tsoa counts all problems again at each object;
 * - a list is measured before its items are looked at.
 *
 * Characters are counted as JSON Schema and PostgreSQL do: an emoji is one, not two.
 */
class RequestValidation extends ValidationService {
  private readonly alternatives: DiscriminatedUnions;

  constructor(models: TsoaRoute.Models, config: ConstructorParameters<typeof ValidationService>[1]) {
    super(models, config);
    this.alternatives = new DiscriminatedUnions(models);
  }

  override ValidateParam(
    property: TsoaRoute.PropertySchema,
    value: unknown,
    name: string | undefined,
    problems: FieldErrors,
    isBody: boolean,
    parent?: string,
  ): unknown {
    const isTold = Object.keys(problems).length < MAX_TOLD;
    const found: FieldErrors = isTold ? problems : {};
    const checked: unknown = super.ValidateParam(property, value, name, found, isBody, parent);
    if (!isTold) countFurther(problems, Object.keys(found).length + furtherProblems(found));
    return checked;
  }

  override validateString(
    ...[name, value, problems, rules, parent = '']: Parameters<ValidationService['validateString']>
  ): string | undefined {
    const problem = typeof value === 'string' ? textProblem(value, rules ?? {}) : undefined;
    if (problem === undefined) return super.validateString(name, value, problems, unmeasured(rules), parent);
    problems[parent + name] = { message: problem };
    return undefined;
  }

  override validateArray(
    ...[name, value, problems, isBody, schema, rules, parent = '']: Parameters<ValidationService['validateArray']>
  ): unknown[] | undefined {
    const longest = rules?.maxItems?.value ?? MAX_LIST;
    if (!Array.isArray(value) || value.length <= longest) {
      return super.validateArray(parent + name, value, problems, isBody, schema, rules, '');
    }
    problems[parent + name] = { message: `maxItems ${longest}` };
    return undefined;
  }

  override validateUnion(
    ...[name, value, problems, isBody, property, parent = '']: Parameters<ValidationService['validateUnion']>
  ): unknown {
    const forms = this.alternatives.of(property.subSchemas ?? []);
    if (!forms) {
      const meantForm = this.alternatives.meantBy(property.subSchemas ?? [], value);
      if (meantForm) return this.ValidateParam(meantForm, value, name, problems, isBody, parent);
      return super.validateUnion(name, value, problems, isBody, property, parent) as unknown;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      problems[parent + name] = { message: 'invalid object' };
      return undefined;
    }
    const meant: unknown = (value as Record<string, unknown>)[forms.discriminator];
    const form = typeof meant === 'string' ? forms.byLiteral.get(meant) : undefined;
    if (form) return this.ValidateParam(form, value, name, problems, isBody, parent);
    const allowed = [...forms.byLiteral.keys()].map((literal) => `'${literal}'`).join(',');
    const message =
      meant === undefined ? `'${forms.discriminator}' is required` : `should be one of the following; [${allowed}]`;
    problems[`${parent}${name}.${forms.discriminator}`] = { message };
    return undefined;
  }
}

function textProblem(text: string, rules: StringRules): string | undefined {
  const { minLength, maxLength = { value: MAX_TEXT }, format } = rules;
  // A text has no more characters than units, and no fewer than half as many: only what lies between is counted.
  if (text.length > maxLength.value) {
    const isLonger = text.length > 2 * maxLength.value || [...text].length > maxLength.value;
    if (isLonger) return `maxLength ${maxLength.value}`;
  }
  if (minLength && [...text.slice(0, 2 * minLength.value)].length < minLength.value) {
    return `minLength ${minLength.value}`;
  }
  if (hasControlCharacter(text)) return 'has a control character';
  return format && formatProblem(format.value, text);
}

/** Of each of the rules, of which there are as many as the specification has: made once, not for each text. */
const withoutLengths = new WeakMap<StringRules, StringRules>();

/** The lengths are right already, by another measure than tsoa's. */
function unmeasured(rules: StringRules | undefined): StringRules | undefined {
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

/** What the generated routes check requests with, and answer them. */
export class RequestTemplateService extends ExpressTemplateService {
  constructor(models: RequestModels, config: ConstructorParameters<typeof ExpressTemplateService>[1]) {
    super(models as TsoaRoute.Models, config);
    this.validationService = new RequestValidation(this.models, config);
  }

  /** As Express's `json`, which finds out for each answer again how JSON is called and in which characters it is written. */
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
