import { isCurrency, isCurrencyInForce } from '../currency/currency';
import { Refusal } from '../errors/refusal';

/** A field of an operator's command. */
export interface Field<Value> {
  /** What it has to be, in the words that follow its name. */
  rule: string;
  /** @returns undefined for what breaks the rule */
  read: (typed: unknown) => Value | undefined;
  /** All that it may be, where that is little. */
  choices?: readonly Value[];
}

type Fields = Readonly<Record<string, Field<unknown>>>;

/** What an operator types for a command: a JSON object of these fields and of no others. */
export interface CommandFields {
  required: Fields;
  /** May be left out or be null. */
  optional: Fields;
}

type ValueOf<F> = F extends Field<infer Value> ? Value : never;

/** A command as it is read: amounts are in minor units. */
export type ReadCommand<Command extends CommandFields> = {
  [Name in keyof Command['required']]: ValueOf<Command['required'][Name]>;
} & { [Name in keyof Command['optional']]?: ValueOf<Command['optional'][Name]> };

type InJson<Value> = Value extends bigint ? number : Value;

/** The same command as it is typed: JSON has no integers but numbers. */
export type TypedCommand<Command extends CommandFields> = {
  [Name in keyof Command['required']]: InJson<ValueOf<Command['required'][Name]>>;
} & { [Name in keyof Command['optional']]?: InJson<ValueOf<Command['optional'][Name]>> };

/** An id that the platform or the operator has given. */
export const ID = text({ from: 1, to: 40 });

/** An amount in minor units that is not nothing. */
export const AMOUNT: Field<bigint> = {
  rule: 'must be an integer above zero, in minor units',
  read: (typed) => (Number.isSafeInteger(typed) && Number(typed) > 0 ? BigInt(Number(typed)) : undefined),
};

/** A currency that there is, by its letters: a slip of the hand would open an account that nobody can pay from. */
export const CURRENCY: Field<string> = {
  rule: 'must be a currency of ISO 4217, in capital letters',
  read: (typed) => (typeof typed === 'string' && isCurrency(typed) ? typed : undefined),
};

/** A currency for something new: not one that was withdrawn, which is only for what was recorded in it. */
export const CURRENCY_IN_FORCE: Field<string> = {
  rule: CURRENCY.rule,
  read: (typed) => (typeof typed === 'string' && isCurrencyInForce(typed) ? typed : undefined),
};

/** A text of so many characters. */
export function text({ from = 0, to }: { from?: number; to: number }): Field<string> {
  return {
    rule: `must be a text of ${from > 0 ? `${from} to ${to}` : `at most ${to}`} characters`,
    read: (typed) => (typeof typed === 'string' && typed.length >= from && typed.length <= to ? typed : undefined),
  };
}

/** One of a few words. */
export function choice<const Word extends string>(choices: readonly Word[]): Field<Word> {
  return {
    rule: `must be one of ${choices.join(', ')}`,
    read: (typed) => choices.find((word) => word === typed),
    choices,
  };
}

/** The fields as a help text shows them: `{"depositID", "status": "Succeeded" | "Failed", "externalID"?}`. */
export function describeCommand({ required, optional }: CommandFields): string {
  const shown = (fields: Fields, mark: string): string[] =>
    Object.entries(fields).map(([name, { choices }]) => {
      const words = choices?.map((choice) => JSON.stringify(choice)).join(' | ');
      return `"${name}"${mark}${words ? `: ${words}` : ''}`;
    });
  return `{${[...shown(required, ''), ...shown(optional, '?')].join(', ')}}`;
}

/** Reads a command that was typed by hand. @throws Refusal invalidRequest naming each field that is wrong */
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
