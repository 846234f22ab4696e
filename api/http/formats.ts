import { isIP } from 'node:net';
import { parseRfc3339 } from '../../domain/rfc3339/rfc3339';

/** Every format that a specification publishes, each checked in one place: what is accepted can be answered. */
const FORMATS: Readonly<Record<string, { isHeld: (text: string) => boolean; problem: string }>> = {
  email: { isHeld: isEmailAddress, problem: 'is not an e-mail address' },
  uri: { isHeld: isUri, problem: 'is not a URI' },
  'uri-template': { isHeld: isUriTemplate, problem: 'is not a URI template' },
  date: { isHeld: isDate, problem: 'is not a date of the calendar' },
  'date-time': { isHeld: (text) => parseRfc3339(text) !== undefined, problem: 'is not a date-time of the calendar' },
  'ip-address': { isHeld: isIPAddress, problem: 'is not an IP address' },
};

/** Formats of numbers and of what only answers carry. */
const UNCHECKED = new Set(['int32', 'int64', 'float', 'double', 'binary']);

/** What is wrong with a text of a published format; undefined where nothing is. */
export function formatProblem(format: string, text: string): string | undefined {
  const rule = FORMATS[format];
  if (rule) return rule.isHeld(text) ? undefined : rule.problem;
  if (UNCHECKED.has(format)) return undefined;
  throw new Error(`nothing checks the published format ${format}`);
}

/** C0 but tab and line breaks, DEL and C1: nobody reads or types them. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Whether a text has a character that moves, deletes or hides what others read. */
export function hasControlCharacter(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}

const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const MAX_LOCAL_PART = 64;
const MAX_LABEL = 63;

/** RFC 5321, § 4.1.2: a dot-atom before the sign and a domain name behind it. Quoted parts and address literals nobody has. */
export function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@');
  if (rest.length > 0 || local.length > MAX_LOCAL_PART) return false;
  const labels = domain.split('.');
  return (
    local.split('.').every((atom) => ATOM.test(atom)) &&
    labels.every((label) => label.length <= MAX_LABEL && LABEL.test(label))
  );
}

/** Scheme; an address of IPv6 in brackets, where the host is one; path; what stands behind it. */
const URI_PARTS = /^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/(?:[^/?#[\]@]*@)?\[[0-9A-Fa-f:.]+\])?([^?#]*)([?#].*)?$/s;
const BEFORE_QUERY = /^(?:[A-Za-z0-9\-._~:/@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
/** With what browsers leave as it is in the address of a page: a shop's form sends that, brackets and all. */
const FROM_QUERY =
  /^(?:\?(?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=[\]{}|^`]|%[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9\-._~:/?@!$&'()*+,;=[\]{}|^`]|%[0-9A-Fa-f]{2})*)?$/;

/** RFC 3986: absolute, in ASCII, percent-encoded where it must be; and an address that programs can open. */
export function isUri(text: string): boolean {
  const [, path, behind = ''] = URI_PARTS.exec(text) ?? [];
  return path !== undefined && BEFORE_QUERY.test(path) && FROM_QUERY.test(behind) && URL.canParse(text);
}

const EXPRESSION = /\{[+#./;?&=,!@|]?[A-Za-z0-9_.%]+(?::[1-9]\d{0,3}|\*)?(?:,[A-Za-z0-9_.%]+(?::[1-9]\d{0,3}|\*)?)*\}/g;

const NO_LITERAL = /[{}'^`|]/;

/** RFC 6570: a URI, with expressions in braces wherever one likes. */
export function isUriTemplate(text: string): boolean {
  const literal = text.replace(EXPRESSION, 'x');
  return !NO_LITERAL.test(literal) && isUri(literal);
}

const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** RFC 3339 full-date: a day that the calendar has. */
export function isDate(text: string): boolean {
  return FULL_DATE.test(text) && parseRfc3339(`${text}T00:00:00Z`) !== undefined;
}

/** An address of either family, without the name of an interface. */
export function isIPAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
