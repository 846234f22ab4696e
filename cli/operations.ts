import { createWriteStream, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Argument, Option, type Command } from 'commander';
import { withChanges } from './config-changes';
import { describeField, getFlag, readField } from './fields';
import { addDecisionOptions, addJsonCommand, isCommandRecord, printCommand, requestCommand } from './operator-commands';
import {
  callOperatorsApi,
  downloadFromOperatorsApi,
  getOperatorsUrl,
  withRemoteOption,
  type RemoteCall,
} from './remote';
import { findOperation, type OperationField, type ApiOperation } from './specification';
import { print } from './with-store';

export interface RowOptions {
  /** Fields of the answer that are printed on lines of their own, a list item by item; default: the list of an operation that lists. */
  each?: readonly string[];
  /** Sends a file as the body. */
  isUpload?: true;
  /** Prints all pages. */
  isWhole?: true;
  /** A field of the answer that makes the command fail. */
  failsWith?: string;
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

/** The value of each field, by the option or argument that gives it. */
type Given = Map<OperationField, { text: string; flag: string }>;

/** Adds the arguments and options of an operation to a command, and runs it. */
function addOperation(command: Command, usage: readonly string[], [id, help, options = {}]: CommandRow): void {
  const operation = findOperation(id);
  const { commandType } = operation;
  withRemoteOption(command).description(help);
  if (commandType) addDecisionOptions(command);
  if (commandType && usage[0] === '<json>') return addJsonCommand(command, commandType);
  const left = new Set(operation.fields.filter(({ name }) => options.fixed?.[name] === undefined));
  const flagOf = (field: OperationField): string => options.flags?.[field.name] ?? getFlag(field);
  const named = usage.map((argument) => ({ argument, fields: takeFields(left, argument.slice(1, -1), flagOf) }));
  for (const { argument, fields } of named) command.addArgument(toArgument(argument, fields));
  for (const field of left) command.addOption(toOption(field, flagOf(field), options));
  const other = options.without?.[0];
  const isField = operation.fields.some((field) => flagOf(field) === other);
  if (other !== undefined && !isField) command.option(`--${other} <id>`, 'whose; default: your own');
  if (options.reset !== undefined) command.option(`--${options.reset}`, 'restore the defaults');
  if (operation.isFile) command.option('--file <file>', 'output file; default: standard output');
  if (options.isUpload) command.requiredOption('--file <file>', 'the file to send; - reads standard input');
  command.action(async () => {
    const values = command.opts<Record<string, string | true | undefined>>();
    const given: Given = new Map();
    named.forEach(({ argument, fields }, index) => {
      const parts = splitArgument(command.args[index], fields, argument);
      parts.forEach((text, part) =>
        given.set(fields[part] as OperationField, { text, flag: flagOf(fields[part] as OperationField) }),
      );
    });
    for (const field of left) {
      const text = values[toProperty(flagOf(field))];
      if (text !== undefined) given.set(field, { text: text === true ? 'on' : text, flag: `--${flagOf(field)}` });
    }
    await run(command, { operation, options, given });
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
    return exact ?? all.find(({ isRequired }) => isRequired) ?? [];
  });
  fields.forEach((field) => left.delete(field));
  return fields;
}

/** @throws Error unless the argument has the parts of its usage: INVOICE.PAYMENT */
function splitArgument(text: string | undefined, fields: readonly OperationField[], usage: string): string[] {
  if (text === undefined) return [];
  if (fields.length < 2) return [text];
  const parts = text.split(usage.includes('/') ? '/' : '.');
  const isWhole = parts.length === fields.length && parts.every((part) => part !== '');
  if (!isWhole) throw new Error(`${text} is not ${usage.slice(1, -1).toUpperCase()}`);
  return parts;
}

function toArgument(usage: string, [field, ...others]: readonly OperationField[]): Argument {
  if (!field) throw new Error(`no field takes the argument ${usage}`);
  const { type, enum: choices } = field.schema;
  const known = choices ?? (type === 'boolean' ? ['on', 'off'] : undefined);
  return new Argument(usage, known && others.length === 0 ? known.join(', ') : undefined);
}

function toOption(field: OperationField, flag: string, { defaults = {}, without }: RowOptions): Option {
  const { value, help } = describeField(field);
  const isSwitch = field.schema.type === 'boolean';
  const option = new Option(isSwitch ? `--${flag}` : `--${flag} <${value}>`, help);
  if (field.schema.enum) option.choices(field.schema.enum);
  const usual = defaults[field.name];
  if (usual !== undefined) option.default(usual);
  else if (field.isRequired && flag !== without?.[0]) option.makeOptionMandatory();
  return option;
}

/** Commander's name of an option. */
function toProperty(flag: string): string {
  return flag.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

interface Request {
  operation: ApiOperation;
  options: RowOptions;
  given: Given;
}

async function run(command: Command, { operation, options, given }: Request): Promise<void> {
  const values = Object.fromEntries([...given].map(([field, text]) => [field.name, readField(field, text)]));
  const { reason, id, file, ...switches } = command.opts<{ reason: string; id?: string; file?: string }>();
  if (operation.commandType)
    return requestCommand(command, { type: operation.commandType, parameters: values, reason, id });
  assertReset(command, { operation, options, given });
  const isNamed = ([name]: readonly string[]): boolean =>
    name !== undefined && (name in switches || [...given.keys()].some((field) => getFlag(field) === name));
  const chosen = options.without && !isNamed(options.without) ? findOperation(options.without[1]) : operation;
  const url = getOperatorsUrl(command);
  const call = buildCall(chosen, { ...values, ...options.fixed });
  if (options.isUpload) call.bytes = readFileSync(file === '-' ? 0 : (file ?? ''));
  if (chosen.isVersioned) call.headers = { 'If-Match': await readVersion(url, call) };
  if (chosen.isFile) return save(url, call, file);
  await printPages(url, call, { ...options, isList: chosen.id.startsWith('list') });
}

/** @throws Error unless a value or the reset is given */
function assertReset(command: Command, { operation, options: { reset }, given }: Request): void {
  const own = operation.fields.filter(({ place }) => place === 'body');
  if (reset === undefined || own.some((field) => given.has(field)) !== reset in command.opts()) return;
  const flags = own.map((field) => `--${getFlag(field)}`);
  throw new Error(`give either ${flags.join(', ')} or --${reset}`);
}

async function printPages(
  url: string,
  call: RemoteCall,
  { isWhole, isList, each, failsWith, next: follow }: RowOptions & { isList: boolean },
) {
  for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
    const query = { ...call.query, ...(next === undefined ? {} : { continuationToken: next }) };
    const answer = await callOperatorsApi<{ continuationToken?: string }>(url, { ...call, query });
    if (isCommandRecord(answer)) {
      await printCommand(url, answer);
      return follow === undefined ? undefined : print({ then: `holdfast ${follow} ${answer.id}` });
    }
    const { continuationToken, ...whole } = answer;
    next = isWhole ? continuationToken : undefined;
    printAnswer(isWhole ? whole : answer, each ?? (isList ? findList(answer) : []));
    if (failsWith !== undefined && failsWith in answer) throw new Error(`the answer has a ${failsWith}`);
  }
}

function buildCall({ method, path, fields }: ApiOperation, values: Readonly<Record<string, unknown>>): RemoteCall {
  const inPlace = (place: OperationField['place']): string[] =>
    fields.filter((field) => field.place === place && values[field.name] !== undefined).map(({ name }) => name);
  return {
    method,
    path: path.slice(1).replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values[name]))),
    query: Object.fromEntries(inPlace('query').map((name) => [name, String(values[name])])),
    body: Object.fromEntries(inPlace('body').map((name) => [name, values[name]])),
  };
}

/** The entity is at the path without the action, which a patch has not. */
async function readVersion(url: string, { method, path }: RemoteCall): Promise<string> {
  const entity = method === 'PATCH' ? path : path.slice(0, path.lastIndexOf('/'));
  return `"${(await callOperatorsApi<{ version: number }>(url, { method: 'GET', path: entity })).version}"`;
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

/** Writes to a temporary file first, so that a failure leaves no partial file. */
async function save(url: string, call: RemoteCall, file: string | undefined): Promise<void> {
  const content = Readable.fromWeb((await downloadFromOperatorsApi(url, call)) as ReadableStream);
  if (file === undefined) return pipeline(content, process.stdout, { end: false });
  const part = `${file}.part`;
  try {
    await pipeline(content, createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
