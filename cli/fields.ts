import { readFileSync } from 'node:fs';
import { rfc3339Text } from '../domain/platform/rfc3339/rfc3339';
import { ROLES } from '../domain/operators/operator/roles';
import { readYamlFile } from '../operators/reference-data/yaml-file';
import { parseDuration, parseFutureTime, parseInteger, parseTime } from './parse-options';
import type { OperationField } from './specification';

interface FieldWords {
  /** The name of the option; default: that of the field, without ID. */
  flag?: string;
  /** The name of its value; default: the name of the option. */
  value?: string;
  help?: string;
  /** The last argument is the maximum of the specification. */
  read?: (text: string, flag: string, max: number) => unknown;
}

const MONEY = { value: 'minor units', read: readAmount } as const;

/** How the command line names and reads a field, where that does not follow from the specification. */
const WORDS: Readonly<Record<string, FieldWords>> = {
  amount: { ...MONEY, help: 'the amount' },
  changes: { read: (path) => readYamlFile(path).value },
  commandLimit: { ...MONEY, flag: 'command', help: 'the maximum amount of one command' },
  continuationToken: { flag: 'after', value: 'token', help: 'the continuationToken of the previous page' },
  credentials: {
    value: 'file',
    help: 'a file with the credentials as JSON; - reads standard input',
    read: readCredentials,
  },
  currency: { value: 'code', help: 'the currency of the amount' },
  dailyLimit: { ...MONEY, flag: 'daily', help: 'the maximum amount of an operator’s commands in a day (UTC)' },
  dailyMessages: { flag: 'daily', value: 'count', help: 'the maximum number of messages', read: readAmount },
  expiresAt: {
    ...{ flag: 'expires', value: 'when', help: 'a duration such as 90d, or an RFC 3339 time' },
    read: (text, flag) => rfc3339Text(parseFutureTime(text, flag)),
  },
  dryRun: { help: 'count messages without sending them' },
  eventTypes: { flag: 'type', value: 'types', help: 'only messages of these types, separated by commas' },
  findings: { help: 'only what remains to be decided' },
  from: { value: 'time', help: 'start of the period, such as 2026-11-01T00:00:00Z', read: parseTime },
  name: { help: 'a name for people' },
  overlapSeconds: {
    ...{ flag: 'overlap', value: 'duration', help: 'how long the old key stays valid; 0 if it is compromised' },
    read: (text, flag, max) => (text === '0' ? 0 : parseDuration(text, flag, max)),
  },
  perKey: { value: 'n', help: 'requests per second and API process for each of its keys' },
  perToken: { value: 'n', help: "the same for each of its payers' tokens" },
  reason: { value: 'text', help: 'why, for the audit log' },
  redirectUrl: { value: 'url', help: 'where the payer returns after paying' },
  roles: {
    ...{ help: `separated by commas: ${ROLES.join(', ')}; none for no role` },
    read: (text) => (text === 'none' ? [] : readList(text, { what: 'role', known: ROLES })),
  },
  scopes: { flag: 'scope', value: 'scopes' },
  unfolded: { flag: 'all', help: 'print repeated entries one by one' },
  subject: { help: 'invoice/ID, customer/ID, withdrawal/ID or destination/ID' },
  to: { value: 'time', help: 'end of the period, exclusive', read: parseTime },
  validFrom: { value: 'time', help: 'when changed terms of a shop come into force', read: parseTime },
  toVersion: { flag: 'to', value: 'version', help: 'the version' },
};

/** The name of the option of a field: `--party` for partyID. */
export function getFlag({ name }: OperationField): string {
  return (
    WORDS[name]?.flag ?? name.replace(/(?<=[a-z])ID$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  );
}

/** The option's value and help text. */
export function describeField(field: OperationField): { value: string; help: string } {
  const { name, schema } = field;
  const { value = name.endsWith('ID') ? 'id' : getFlag(field), help } = WORDS[name] ?? {};
  if (name === 'limit') return { value: 'count', help: `maximum number of entries, up to ${schema.maximum}` };
  if (field.in === 'query' && !['from', 'to', 'continuationToken', 'unfolded'].includes(name))
    return { value, help: `only this ${getFlag(field)}` };
  const values = schema.items?.enum;
  return { value, help: help ?? (values ? `separated by commas: ${values.join(', ')}` : `the ${getFlag(field)}`) };
}

/** The texts that a field takes, if they are few. */
export function listChoices({ type, enum: choices }: OperationField['schema']): readonly string[] | undefined {
  return type === 'boolean' ? ['on', 'off'] : choices;
}

/** Reads the text of an option or argument. @throws Error that names it */
export function readField({ name, schema }: OperationField, text: string, flag: string): unknown {
  const { maximum = Number.MAX_SAFE_INTEGER, type, items } = schema;
  const read = WORDS[name]?.read;
  if (read) return read(text, flag, maximum);
  const choices = listChoices(schema);
  if (choices && !choices.includes(text)) throw new Error(`${text} is not one of ${choices.join(', ')}`);
  if (type === 'integer') return parseInteger(text, { name: flag, max: maximum });
  if (type === 'boolean') return text === 'on';
  if (type === 'object') return parseObject(text, flag);
  if (type === 'array') return readList(text, { what: flag.slice(2), known: items?.enum, flag });
  if ((schema.minLength ?? 0) > 0 && text.trim() === '') throw new Error(`${flag} must not be empty`);
  if (text.length > (schema.maxLength ?? Infinity)) {
    throw new Error(`${flag} must have at most ${schema.maxLength} characters`);
  }
  return text;
}

/** Zero is allowed: a limit of zero lets nothing through. */
function readAmount(text: string, name: string, max: number): number {
  return text === '0' ? 0 : parseInteger(text, { name, max });
}

interface ListRule {
  what: string;
  known?: readonly string[] | undefined;
  flag?: string;
}

/** Reads words separated by commas. @throws Error with the unknown ones */
export function readList(text: string, { what, known, flag }: ListRule): string[] {
  const words = [...new Set(text.split(',').map((part) => part.trim()))];
  const wrong = known ? words.filter((word) => !known.includes(word)) : [];
  const prefix = flag === undefined ? '' : `${flag}: `;
  if (wrong.length > 0)
    throw new Error(`${prefix}there is no ${what} ${wrong.join(', ')}; ${what}s are ${known?.join(', ')}`);
  return words;
}

/** Credentials come from a file, because arguments stay in the history of the shell and the list of processes. */
function readCredentials(file: string, flag: string): object {
  return parseObject(readFileSync(file === '-' ? 0 : file, 'utf8'), flag);
}

/** @throws Error that names the option and never repeats the text */
function parseObject(text: string, flag: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below, without the text that the error would contain.
  }
  throw new Error(`${flag} must be a JSON object`);
}
