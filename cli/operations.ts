import { readFileSync } from 'node:fs';
import { Argument, Option, type Command } from 'commander';
import type { CommandFields } from '../domain/operators/operator-command/command-fields';
import { withChanges } from './config-changes';
import { describeField, getFlag, listChoices, readField } from './fields';
import {
  addDecisionOptions,
  addJsonArgument,
  isCommandRecord,
  printCommand,
  requestCommand,
} from './operator-commands';
import { announceLocal, callOperatorsApi, downloadFromOperatorsApi, withRemoteOption, type RemoteCall } from './remote';
import { save } from './save';
import { findOperation, type OperationField, type ApiOperation } from './specification';
import { print } from './with-store';

export interface RowOptions {
  /** Fields of the answer that are printed on lines of their own, a list item by item; default: the list of an operation that lists. */
  each?: readonly string[];
  /** Sends a file as the body. */
  isUpload?: true;
  /** Prints all pages. */
  isWhole?: true;
  /** Words the answer for a terminal; `--json` prints it as it is. */
  show?: (answer: never) => Promise<string>;
  /** What makes the command fail, after it has printed the answer. */
  failure?: (answer: never) => Promise<string | undefined>;
  /** What `--local` does instead, on the database. */
  local?: { help: string; run: (values: never, isJson: boolean) => Promise<void> };
  /** Fields of a JSON body that are validated before it is sent. */
  json?: CommandFields;
  defaults?: Readonly<Record<string, string>>;
  /** Options with another name than that of their field. */
  flags?: Readonly<Record<string, string>>;
  /** Values that are always sent. */
  fixed?: Readonly<Record<string, string>>;
  /** An option for a request without values, which is refused otherwise. */
  reset?: string;
  /** The command that follows one that waits for approval; it takes its id. */
  next?: string;
  /** The operation without this option or argument. */
  without?: readonly [name: string, operation: string];
}

/** An operation's id or a type of operator command, its help text, and what the specification does not say. */
export type CommandRow = readonly [operation: string, help: string, options?: RowOptions];

/** Commands of the operators' API under one word. */
export interface CommandGroup {
  about: string;
  alias?: string | undefined;
  /** By further words and arguments; without a word the group is the command. */
  commands: Readonly<Record<string, CommandRow>>;
}

export function addGroup(program: Command, name: string, { about, alias, commands }: CommandGroup): Command {
  const group = program.command(name).description(about);
  if (alias !== undefined) group.alias(alias);
  for (const [usage, row] of Object.entries(commands)) {
    const [word = '', ...rest] = usage.split(/ (?=[<[])/);
    const isOwn = word === '' || /^[<[]/.test(word);
    addOperation(isOwn ? group : group.command(word), isOwn && word !== '' ? [word, ...rest] : rest, row);
  }
  return group;
}

type Values = Readonly<Record<string, unknown>>;

/** Adds the arguments and options of an operation to a command, and runs it. */
function addOperation(command: Command, usage: readonly string[], [id, help, options = {}]: CommandRow): void {
  const operation = findOperation(id);
  const { commandType, json = options.json } = operation;
  withRemoteOption(command).description(help);
  if (commandType) addDecisionOptions(command);
  if (json && usage[0] === '<json>') {
    addJsonArgument(command, json).action(async (values: Values) => run(command, { operation, options, values }));
    return;
  }
  const left = new Set(operation.fields.filter(({ name }) => options.fixed?.[name] === undefined));
  const flagOf = (field: OperationField): string => options.flags?.[field.name] ?? getFlag(field);
  for (const argument of usage) {
    const fields = takeFields(left, argument.slice(1, -1), flagOf);
    command.addArgument(toArgument(argument, fields, `${command.name()}/`));
  }
  const named = [...left].map((field) => [field.name, toOption(field, flagOf(field), options)] as const);
  for (const [, option] of named) command.addOption(option);
  const other = options.without?.[0];
  const isField = operation.fields.some((field) => flagOf(field) === other);
  if (other !== undefined && !isField) command.option(`--${other} <id>`, 'whose; default: your own');
  if (options.reset !== undefined) command.option(`--${options.reset}`, 'restore the defaults');
  if (options.local)
    command.addOption(new Option('--local', options.local.help).implies({ reason: 'on the database' }));
  if (options.show) command.option('--json', 'print JSON, one object per line');
  if (operation.isFile) command.option('--file <file>', 'output file; default: standard output');
  if (options.isUpload) command.requiredOption('--file <file>', 'the file to send; - reads standard input');
  command.action(async () => {
    const given = named.map(([name, option]) => [name, command.getOptionValue(option.attributeName())] as const);
    const inArguments = command.processedArgs.flatMap((values: Values = {}) => Object.entries(values));
    await run(command, { operation, options, values: Object.fromEntries([...inArguments, ...given]) });
  });
}

/** Takes the fields of an argument: those of its name, or the first that is required. */
function takeFields(
  left: Set<OperationField>,
  argument: string,
  flagOf: (field: OperationField) => string,
): OperationField[] {
  const all = [...left];
  const fields = argument.split(/[./]/).flatMap((name) => {
    const exact = all.find((field) => [field.name, flagOf(field)].includes(name));
    return exact ?? all.find(({ required }) => required) ?? [];
  });
  fields.forEach((field) => left.delete(field));
  return fields;
}

/** An argument of one or more fields, `INVOICE.PAYMENT`; those of a timeline may have the prefix of their workflow. */
function toArgument(usage: string, fields: readonly OperationField[], prefix: string): Argument {
  const [field] = fields;
  if (!field) throw new Error(`no field takes the argument ${usage}`);
  const separator = usage.includes('/') ? '/' : '.';
  return new Argument(usage, fields.length === 1 ? listChoices(field.schema)?.join(', ') : undefined).argParser(
    (text) => {
      const whole = text.startsWith(prefix) ? text.slice(prefix.length) : text;
      const parts = fields.length === 1 ? [whole] : whole.split(separator);
      if (parts.length !== fields.length || (fields.length > 1 && parts.includes('')))
        throw new Error(`${text} is not ${usage.slice(1, -1).toUpperCase()}`);
      return Object.fromEntries(
        fields.map((each, index) => [each.name, readField(each, parts[index] ?? '', getFlag(each))]),
      );
    },
  );
}

function toOption(field: OperationField, flag: string, { defaults = {}, without }: RowOptions): Option {
  const { value, help } = describeField(field);
  if (field.schema.type === 'boolean') return new Option(`--${flag}`, help);
  const option = new Option(`--${flag} <${value}>`, help);
  const read = (text: string): unknown => readField(field, text, `--${flag}`);
  if (field.schema.enum) option.choices(field.schema.enum);
  else option.argParser(read);
  const usual = defaults[field.name];
  if (usual !== undefined) option.default(read(usual), JSON.stringify(usual));
  return option.makeOptionMandatory(usual === undefined && field.required === true && flag !== without?.[0]);
}

interface Request {
  operation: ApiOperation;
  options: RowOptions;
  values: Values;
}

async function run(command: Command, { operation, options, values }: Request): Promise<void> {
  const { reason, id, file, ...switches } = command.opts<{ reason: string; id?: string; file?: string }>();
  if (options.local && 'local' in switches) {
    announceLocal(command);
    return options.local.run(values as never, 'json' in switches);
  }
  if (operation.commandType)
    return requestCommand(command, { type: operation.commandType, parameters: values, reason, id });
  assertReset(command, { operation, options, values });
  const other = options.without?.[0] ?? '';
  const chosen =
    options.without && !(other in switches) && values[other] === undefined
      ? findOperation(options.without[1])
      : operation;
  const call = buildCall(chosen, { ...values, ...options.fixed });
  if (options.isUpload) call.bytes = readFileSync(file === '-' ? 0 : (file ?? ''));
  if (chosen.isVersioned) call.headers = { 'If-Match': await readVersion(command, call) };
  if (chosen.isFile) return save(await downloadFromOperatorsApi(command, call), file);
  await printPages(command, call, { ...options, isList: chosen.id.startsWith('list') });
}

/** @throws Error unless a value or the reset is given */
function assertReset(command: Command, { operation, options: { reset }, values }: Request): void {
  const own = operation.fields.filter((field) => field.in === 'body');
  if (reset === undefined || own.some(({ name }) => values[name] !== undefined) !== reset in command.opts()) return;
  const flags = own.map((field) => `--${getFlag(field)}`);
  throw new Error(`give either ${flags.join(', ')} or --${reset}`);
}

async function printPages(
  command: Command,
  call: RemoteCall,
  { isWhole, isList, each, show, failure, next: follow }: RowOptions & { isList: boolean },
) {
  for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
    const query = { ...call.query, ...(next === undefined ? {} : { continuationToken: next }) };
    const answer = await callOperatorsApi<{ continuationToken?: string }>(command, { ...call, query });
    if (isCommandRecord(answer)) {
      await printCommand(command, answer);
      return follow === undefined ? undefined : print({ then: `holdfast ${follow} ${answer.id}` });
    }
    const { continuationToken, ...whole } = answer;
    next = isWhole ? continuationToken : undefined;
    if (show && !command.getOptionValue('json')) process.stdout.write(await show(answer as never));
    else printAnswer(isWhole ? whole : answer, each ?? (isList ? findList(answer) : []));
    const problem = await failure?.(answer as never);
    if (problem !== undefined) throw new Error(problem);
  }
}

function buildCall({ method, path, fields }: ApiOperation, values: Values): RemoteCall {
  const inPlace = (place: OperationField['in']): [string, unknown][] =>
    fields
      .filter((field) => field.in === place && values[field.name] !== undefined)
      .map(({ name }) => [name, values[name]]);
  return {
    method,
    path: path.slice(1).replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values[name]))),
    query: Object.fromEntries(inPlace('query').map(([name, value]) => [name, String(value)])),
    body: Object.fromEntries(inPlace('body')),
  };
}

/** The entity is at the path without the action, which a patch has not. */
async function readVersion(command: Command, { method, path }: RemoteCall): Promise<string> {
  const entity = method === 'PATCH' ? path : path.slice(0, path.lastIndexOf('/'));
  return `"${(await callOperatorsApi<{ version: number }>(command, { path: entity })).version}"`;
}

/** The list of an answer, if it has one. */
function findList(answer: object): string[] {
  const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value));
  return lists.length === 1 ? lists.map(([name]) => name) : [];
}

/** Prints fields on lines of their own, and then the rest of the answer; `isChanged` belongs to each item. */
function printAnswer(answer: object, each: readonly string[]): void {
  const fields = Object.entries(answer);
  const items = fields.filter(([name]) => each.includes(name)).flatMap(([, value]) => value as object | object[]);
  const { isChanged, ...rest } = Object.fromEntries(fields.filter(([name]) => !each.includes(name))) as {
    isChanged?: boolean;
  };
  if (each.length === 0) return print(answer);
  for (const item of items.map(withChanges)) print(isChanged === undefined ? item : { ...item, isChanged });
  if (Object.keys(rest).length > 0) print(rest);
}
