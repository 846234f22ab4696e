import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError, type Command } from 'commander';
import { createProgram } from './program';

const docs = join(__dirname, '..', 'docs');
const runbooks = readdirSync(join(docs, 'runbooks')).map((name) => join('runbooks', name));
const guide = ['operators.md', ...runbooks].map((name) => readFileSync(join(docs, name), 'utf8')).join('\n');

/** All commands of the guide. */
const commands = [...guide.matchAll(/npm run holdfast -- ([^\n`]+)/g)].map(([, command = '']) => command.trim());

/** Splits a command like a shell; quoted text is one word. */
function getWords(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Replaces the actions of all commands. */
function withoutActions(command: Command): Command {
  command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  if (command.commands.length === 0 || command.registeredArguments.length > 0) command.action(() => undefined);
  command.commands.forEach(withoutActions);
  return command;
}

test('the guide has commands', () => {
  expect(commands.length).toBeGreaterThan(25);
});

test.each([...new Set(commands)].filter((command) => !command.startsWith('…')))('%s is a command', async (command) => {
  const program = withoutActions(await createProgram());
  // Values such as FILE and … cannot be read.
  const parsed = await program.parseAsync(getWords(command), { from: 'user' }).catch((error: unknown) => error);
  expect(parsed).not.toBeInstanceOf(CommanderError);
});

test('unknown commands are rejected', async () => {
  const parse = async (words: string[]) => withoutActions(await createProgram()).parseAsync(words, { from: 'user' });
  await expect(parse(['webhook', 'pause', 'ID'])).rejects.toThrow(CommanderError);
  await expect(parse(['webhook', 'attempts', 'ID', '--none'])).rejects.toThrow(CommanderError);
  await expect(parse(['nonsense'])).rejects.toThrow(CommanderError);
});

test.each(['payment', 'keys', 'webhook', 'withdrawal'])('%s has the same help if only it is loaded', async (name) => {
  const [alone, among] = await Promise.all([createProgram(['--url', 'http://x', name]), createProgram()]);
  const getHelp = (program: Command) => program.commands.find((command) => command.name() === name)?.helpInformation();
  expect(getHelp(alone)).toBe(getHelp(among));
  expect(alone.commands.length).toBeLessThan(among.commands.length);
});
