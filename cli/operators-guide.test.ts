import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError, type Command } from 'commander';
import { createProgram } from './program';

const docs = join(__dirname, '..', 'docs');
const runbooks = readdirSync(join(docs, 'runbooks')).map((name) => join('runbooks', name));
const guide = ['operators.md', ...runbooks].map((name) => readFileSync(join(docs, name), 'utf8')).join('\n');

/** The commands of the blocks, and those within lines that are written out whole. */
const commands = [...guide.matchAll(/npm run holdfast -- ([^\n`]+)/g)].map(([, command = '']) => command.trim());

/** As a shell splits them: what stands in quotes is one word. */
function getWords(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Every command of the program, none of which acts or ends the process. */
function harmless(command: Command): Command {
  command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  if (command.commands.length === 0 || command.registeredArguments.length > 0) command.action(() => undefined);
  command.commands.forEach(harmless);
  return command;
}

test('the runbooks have commands', () => {
  expect(commands.length).toBeGreaterThan(25);
});

test.each([...new Set(commands)].filter((command) => !command.startsWith('…')))('%s is a command', async (command) => {
  const program = harmless(await createProgram());
  await expect(program.parseAsync(getWords(command), { from: 'user' })).resolves.toBeDefined();
});

test('unknown commands and options are detected', async () => {
  const parse = async (words: string[]) => harmless(await createProgram()).parseAsync(words, { from: 'user' });
  await expect(parse(['webhook', 'pause', 'ID'])).rejects.toThrow(CommanderError);
  await expect(parse(['webhook', 'attempts', 'ID', '--none'])).rejects.toThrow(CommanderError);
  await expect(parse(['nonsense'])).rejects.toThrow(CommanderError);
});

test.each(['payment', 'keys', 'webhook', 'withdrawal'])('%s is found alike where only it is loaded', async (name) => {
  const [alone, among] = await Promise.all([createProgram(['--url', 'http://x', name]), createProgram()]);
  const getHelp = (program: Command) => program.commands.find((command) => command.name() === name)?.helpInformation();
  expect(getHelp(alone)).toBe(getHelp(among));
  expect(alone.commands.length).toBeLessThan(among.commands.length);
});
