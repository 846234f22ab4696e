import { isCalendarDay } from '../../merchants/bank-file/bank-file';
import { isCurrency, isCurrencyInForce } from '../../platform/currency/currency';
import { Refusal } from '../../platform/errors/refusal';
import { parseRfc3339 } from '../../platform/rfc3339/rfc3339';

export interface CommandField<Value> {
  /** The rule as it follows the field's name in an error. */
  rule: string;
  /** Returns undefined for an invalid value. */
  read: (typed: unknown) => Value | undefined;
  /** The permitted values, if they are few. */
  choices?: readonly Value[];
}

type Fields = Readonly<Record<string, CommandField<unknown>>>;

/** The fields of an operator's command; others are rejected. */
export interface CommandFields {
  required: Fields;
  /** May be absent or null. */
  optional: Fields;
}

type FieldValue<F> = F extends CommandField<infer Value> ? Value : never;

/** A parsed command: amounts are bigint minor units. */
export type ReadCommand<Command extends CommandFields> = {
  [Name in keyof Command['required']]: FieldValue<Command['required'][Name]>;
} & { [Name in keyof Command['optional']]?: FieldValue<Command['optional'][Name]> };

/** An id assigned by the platform or the operator. */
export const ID = text({ from: 1, to: 40 });

/** A positive amount in minor units. */
export const AMOUNT: CommandField<bigint> = {
  rule: 'must be an integer above zero, in minor units',
  read: (typed) => (Number.isSafeInteger(typed) && Number(typed) > 0 ? BigInt(Number(typed)) : undefined),
};

/** A known currency code: a typing error would open an account that nothing can pay from. */
export const CURRENCY: CommandField<string> = {
  rule: 'must be a currency of ISO 4217, in capital letters',
  read: (typed) => (typeof typed === 'string' && isCurrency(typed) ? typed : undefined),
};

/** A current currency, for new entities. */
export const CURRENCY_IN_FORCE: CommandField<string> = {
  rule: CURRENCY.rule,
  read: (typed) => (typeof typed === 'string' && isCurrencyInForce(typed) ? typed : undefined),
};

/** Ids of entities, each once. */
export function idList(maxLength: number): CommandField<readonly string[]> {
  return {
    rule: `must be a list of 1 to ${maxLength} ids, each once`,
    read: (typed) => {
      const ids = Array.isArray(typed) ? typed.map((each) => ID.read(each) ?? '') : [];
      const isValid =
        ids.length > 0 && ids.length <= maxLength && new Set(ids).size === ids.length && !ids.includes('');
      return isValid ? ids : undefined;
    },
  };
}

/** A day of the calendar. */
export const DAY: CommandField<string> = {
  rule: 'must be a day, like 2026-11-28',
  read: (typed) => (typeof typed === 'string' && isCalendarDay(typed) ? typed : undefined),
};

/** The number of an entity that reference data has by number. */
export const NUMBER: CommandField<number> = {
  rule: 'must be an integer',
  read: (typed) => (Number.isInteger(typed) && Math.abs(Number(typed)) < 2 ** 31 ? Number(typed) : undefined),
};

/** A text within length bounds. */
export function text({ from = 0, to }: { from?: number; to: number }): CommandField<string> {
  return {
    rule: `must be a text of ${from > 0 ? `${from} to ${to}` : `at most ${to}`} characters`,
    read: (typed) => (typeof typed === 'string' && typed.length >= from && typed.length <= to ? typed : undefined),
  };
}

/** A JSON object; its reader validates it. */
export const JSON_OBJECT: CommandField<Readonly<Record<string, unknown>>> = {
  rule: 'must be a JSON object',
  read: (typed) => (isObject(typed) ? typed : undefined),
};

/** The version of an entity that the operator has read. */
export const VERSION: CommandField<number> = {
  rule: 'must be a version, an integer of zero or more',
  read: (typed) => (Number.isSafeInteger(typed) && Number(typed) >= 0 ? Number(typed) : undefined),
};

/** A time of RFC 3339. */
export const TIME: CommandField<string> = {
  rule: 'must be a time of RFC 3339',
  read: (typed) => (typeof typed === 'string' && parseRfc3339(typed) ? typed : undefined),
};

/** One of a fixed set of words. */
export function choice<const Word extends string>(choices: readonly Word[]): CommandField<Word> {
  return {
    rule: `must be one of ${choices.join(', ')}`,
    read: (typed) => choices.find((word) => word === typed),
    choices,
  };
}

/**
 * Describes the fields for help texts: `{"depositID", "status": "Succeeded"
 * "Failed", "externalID"?}`.
 */
export function describeCommand({ required, optional }: CommandFields): string {
  const shown = (fields: Fields, mark: string): string[] =>
    Object.entries(fields).map(([name, { choices }]) => {
      const words = choices?.map((choice) => JSON.stringify(choice)).join(' | ');
      return `"${name}"${mark}${words ? `: ${words}` : ''}`;
    });
  return `{${[...shown(required, ''), ...shown(optional, '?')].join(', ')}}`;
}

/** Parses a command. @throws Refusal invalidRequest naming each invalid field */
export function readCommand<Command extends CommandFields>(command: Command, typed: unknown): ReadCommand<Command> {
  if (!isObject(typed)) throw new Refusal('invalidRequest', 'the command must be a JSON object');
  const fields: Fields = { ...command.required, ...command.optional };
  const problems: string[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = typed[name] ?? undefined;
    if (given === undefined) {
      if (Object.hasOwn(command.required, name)) problems.push(`${name}: is missing, ${field.rule}`);
      continue;
    }
    read[name] = field.read(given);
    if (read[name] === undefined) problems.push(`${name}: ${field.rule}`);
  }
  const unknown = Object.keys(typed).filter((name) => !Object.hasOwn(fields, name));
  problems.push(...unknown.map((name) => `${name}: is no field of this command`));
  if (problems.length > 0) throw new Refusal('invalidRequest', problems.join('; '));
  return read as ReadCommand<Command>;
}

function isObject(typed: unknown): typed is Readonly<Record<string, unknown>> {
  return typeof typed === 'object' && typed !== null && !Array.isArray(typed);
}
