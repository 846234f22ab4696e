import { Command, Option } from 'commander';
import { describeEnvironment } from '../runtime/environment';
import { GROUPS } from './groups';
import { addGroup } from './operations';
import { announceLocalCommand, withRemoteOption } from './remote';
import { print } from './with-store';

type Add = (parent: Command) => void;

/** Commands by hand, which are added to the program; each module is loaded only when needed. */
const OWN: Readonly<Record<string, () => Promise<Add>>> = {
  'alert-received': async () => (await import('./restored.js')).addAlertReceivedCommand,
  config: () => Promise.resolve(addConfigCommand),
  demo: async () => (await import('./demo.js')).addDemoCommand,
  ledger: async () => (await import('./ledger.js')).addLedgerCommand,
  listen: async () => (await import('./listen.js')).addListenCommand,
  login: async () => (await import('./login.js')).addLoginCommand,
  logout: async () => (await import('./login.js')).addLogoutCommand,
  restored: async () => (await import('./restored.js')).addRestoredCommand,
  rotate: async () => (await import('./rotate.js')).addRotateCommands,
  vault: async () => (await import('./vault.js')).addVaultCommands,
  whoami: async () => (await import('./login.js')).addIdentityCommand,
};

/** Commands by hand, which are added to a group. */
const WITHIN: Readonly<Record<string, () => Promise<Add>>> = {
  'bank-file': async () => (await import('./bank-file.js')).addBankFileCheck,
  'operator-key': async () => (await import('./operators.js')).addRedemption,
  reference: async () => (await import('./reference.js')).addReferenceCommands,
  settlement: async () => (await import('./settlement.js')).addSettlementCommands,
};

/**
 * Builds the command line of operators. Every command prints one JSON object per line.
 * @param words of the command line: only the named command is loaded, or all if none is named
 */
export async function createProgram(words: readonly string[] = []): Promise<Command> {
  const program = new Command('holdfast')
    .description("Operators' commands of a Holdfast installation")
    .addOption(new Option('--url <url>', 'the address of the platform').env('HOLDFAST_URL'))
    .configureHelp({ sortSubcommands: true })
    .hook('preAction', (_, command) => announceLocalCommand(command));
  const groups = Object.entries(GROUPS).filter(([name, { alias = name }]) =>
    [name, alias].some((word) => words.includes(word)),
  );
  const own = Object.keys(OWN).filter((word) => words.includes(word));
  const isAll = words.includes('help') || groups.length + own.length === 0;
  for (const [name, group] of isAll ? Object.entries(GROUPS) : groups) {
    const command = addGroup(program, name, group);
    (await WITHIN[name]?.())?.(command);
  }
  for (const name of isAll ? Object.keys(OWN) : own) (await OWN[name]?.())?.(program);
  return program;
}

function addConfigCommand(program: Command): void {
  withRemoteOption(program.command('config'))
    .description('list all environment variables with defaults and meanings')
    .action(() => describeEnvironment().forEach(print));
}
