import { isIP } from 'node:net';
import { isInn } from '../../domain/wallets/destination/schemes/russia';
import { parseRfc3339 } from '../../domain/platform/rfc3339/rfc3339';

/** The only format whose texts may have a control character: a separator. */
export const GS1 = 'gs1';

/** The checks of every published format, for requests and responses. */
const FORMATS: Readonly<Record<string, { isValid: (text: string) => boolean; problem: string }>> = {
  email: { isValid: isEmailAddress, problem: 'is not an e-mail address' },
  uri: { isValid: isUri, problem: 'is not a URI' },
  'uri-template': { isValid: isUriTemplate, problem: 'is not a URI template' },
  date: { isValid: isDate, problem: 'is not a date of the calendar' },
  'date-time': { isValid: (text) => parseRfc3339(text) !== undefined, problem: 'is not a date-time of the calendar' },
  inn: { isValid: isInn, problem: 'is not an INN whose check digits hold' },
  [GS1]: { isValid: isGs1, problem: 'is not a GS1 code: printable ASCII with separators U+001D' },
  'ip-address': { isValid: isIPAddress, problem: 'is not an IP address' },
};

/** Formats of numbers, and of responses only. */
const UNCHECKED = new Set(['int32', 'int64', 'float', 'double', 'binary']);

/** The problem of a text with a published format; undefined for a valid text. */
export function formatProblem(format: string, text: string): string | undefined {
  const rule = FORMATS[format];
  if (rule) return rule.isValid(text) ? undefined : rule.problem;
  if (UNCHECKED.has(format)) return undefined;
  throw new Error(`nothing checks the published format ${format}`);
}

/** C0 without tab and line breaks, DEL and C1. */
// eslint-disable-next-line no-control-regex -- the pattern matches control characters
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Whether a text has a character that could move the cursor or hide text. */
export function hasControlCharacter(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}

function isGs1(text: string): boolean {
  return /^[ -~]*$/.test(text.replaceAll('\u001d', ''));
}

const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const MAX_LOCAL_PART = 64;
const MAX_LABEL = 63;

/** RFC 5321, § 4.1.2: a dot-atom and a domain name, without quoted parts and address literals. */
export function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@');
  if (rest.length > 0 || local.length > MAX_LOCAL_PART) return false;
  const labels = domain.split('.');
  return (
    local.split('.').every((atom) => ATOM.test(atom)) &&
    labels.every((label) => label.length <= MAX_LABEL && LABEL.test(label))
  );
}

/** Scheme, optional IPv6 host in brackets, path, query and fragment. */
const URI_PARTS = /^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/(?:[^/?#[\]@]*@)?\[[0-9A-Fa-f:.]+\])?([^?#]*)([?#].*)?$/s;
const BEFORE_QUERY = /^(?:[A-Za-z0-9\-._~:/@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
/** Also allows characters that browsers leave unencoded in a page's address. */
const FROM_QUERY =
  /^(?:\?(?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=[\]{}|^`]|%[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=[\]{}|^`]|%[0-9A-Fa-f]{2})*)?$/;

/** RFC 3986: absolute and percent-encoded, and accepted by the URL parser. */
export function isUri(text: string): boolean {
  const [, path, behind = ''] = URI_PARTS.exec(text) ?? [];
  return path !== undefined && BEFORE_QUERY.test(path) && FROM_QUERY.test(behind) && URL.canParse(text);
}

const EXPRESSION = /\{[+#./;?&=,!@|]?[A-Za-z0-9_.%]+(?::[1-9]\d{0,3}|\*)?(?:,[A-Za-z0-9_.%]+(?::[1-9]\d{0,3}|\*)?)*\}/g;

const NO_LITERAL = /[{}'^`|]/;

/** RFC 6570: a URI with expressions in braces. */
export function isUriTemplate(text: string): boolean {
  const literal = text.replace(EXPRESSION, 'x');
  return !NO_LITERAL.test(literal) && isUri(literal);
}

const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** RFC 3339 full-date that exists in the calendar. */
export function isDate(text: string): boolean {
  return FULL_DATE.test(text) && parseRfc3339(`${text}T00:00:00Z`) !== undefined;
}

/** An IPv4 or IPv6 address without a zone. */
export function isIPAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
