import type { ReferenceSchema } from './openapi';

const TYPES: Record<string, string> = {
  string: 'строка',
  integer: 'целое число',
  number: 'число',
  boolean: 'логическое значение',
  object: 'объект',
  array: 'массив',
};

const FORMATS: Record<string, string> = {
  'date-time': 'дата и время, RFC 3339',
  date: 'дата',
  email: 'адрес электронной почты',
  uri: 'URL',
  url: 'URL',
  'uri-template': 'шаблон URL, RFC 6570',
  'ip-address': 'IP-адрес',
  inn: 'ИНН',
  gs1: 'код GS1',
  binary: 'файл',
  byte: 'base64',
  hostname: 'имя узла',
};

const plural = new Intl.PluralRules('ru');

/** Formats a type: `целое число`, `массив: строка`. */
export function typeLabel(schema: ReferenceSchema, items?: string): string {
  if (schema.format && FORMATS[schema.format]) return FORMATS[schema.format] ?? '';
  const type =
    schema.type ??
    (schema.properties || schema.allOf || schema.oneOf || schema.anyOf ? 'object' : schema.enum ? 'string' : '');
  const label = TYPES[type] ?? 'любое значение';
  return items ? `${label}: ${items}` : label;
}

export function constraints(schema: ReferenceSchema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, uniqueItems } = schema;
  // Fields use `x-default`, parameters `default`.
  const reported = schema['x-default'] ?? schema.default;
  const largest = maximum === Number.MAX_SAFE_INTEGER ? '2⁵³ − 1' : maximum?.toString();
  return [
    range(minLength, maxLength?.toString(), ['символа', 'символов', 'символов']),
    minimum !== undefined && largest !== undefined ? `от ${minimum} до ${largest}` : '',
    minimum !== undefined && largest === undefined ? `не меньше ${minimum}` : '',
    minimum === undefined && largest !== undefined ? `не больше ${largest}` : '',
    range(minItems, maxItems?.toString(), ['элемента', 'элементов', 'элементов']),
    uniqueItems ? 'без повторов' : '',
    pattern && !FORMATS[schema.format ?? ''] ? `по шаблону \`${pattern}\`` : '',
    reported === undefined ? '' : `по умолчанию \`${JSON.stringify(reported)}\``,
  ].filter(Boolean);
}

function range(from: number | undefined, to: string | undefined, forms: [string, string, string]): string {
  const word = (count: number) => forms[plural.select(count) === 'one' ? 0 : 1];
  if (from !== undefined && to !== undefined)
    return from === Number(to) ? `ровно ${to} ${countWord(from, forms)}` : `от ${from} до ${to} ${word(Number(to))}`;
  if (to !== undefined) return `не более ${to} ${word(Number(to))}`;
  return from === undefined || from === 0 ? '' : `не менее ${from} ${word(from)}`;
}

/** Formats `1 символ`, `2 символа`, `5 символов` in the nominative; other phrases use the genitive. */
function countWord(count: number, [few, , many]: [string, string, string]): string {
  const form = plural.select(count);
  return form === 'one' ? few.slice(0, -1) : form === 'few' ? few : many;
}
