import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError, type Command } from 'commander';
import { createProgram } from './program';

const guide = readFileSync(join(__dirname, '..', 'docs', 'operators.md'), 'utf8');

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
  await expect(program.parseAsync(getWords(command), { from: 'user' })).resolves.toBeDefined();
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
