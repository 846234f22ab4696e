import { Command, Option } from 'commander';
import { describeEnvironment } from '../runtime/environment';
import { GROUPS } from './groups';
import { addGroup } from './operations';
import { announceLocalCommand, withRemoteOption } from './remote';
import { print } from './with-store';

type Add = (parent: Command) => void;

/** Commands by hand, which are added to the program; each module is loaded only when needed. */
const OWN: readonly { names: readonly string[]; load: () => Promise<Add> }[] = [
  {
    names: ['alert-received'],
    load: async () => (await import('./go-live.js')).addAlertReceivedCommand,
  },
  { names: ['config'], load: () => Promise.resolve(addConfigCommand) },
  { names: ['demo'], load: async () => (await import('./demo.js')).addDemoCommand },
  { names: ['doctor'], load: async () => (await import('./doctor.js')).addDoctorCommand },
  { names: ['go-live'], load: async () => (await import('./go-live.js')).addGoLiveCommand },
  { names: ['ledger'], load: async () => (await import('./ledger.js')).addLedgerCommand },
  { names: ['listen'], load: async () => (await import('./listen.js')).addListenCommand },
  { names: ['login', 'logout', 'whoami'], load: async () => (await import('./login.js')).addLoginCommands },
  { names: ['restored'], load: async () => (await import('./restored.js')).addRestoredCommand },
  { names: ['rotate'], load: async () => (await import('./rotate.js')).addRotateCommands },
  { names: ['source'], load: async () => (await import('./sources.js')).addSourceCommand },
  {
    names: ['refund', 'withdrawal', 'subject'],
    load: async () => (await import('./timeline.js')).addTimelineCommands,
  },
  { names: ['vault'], load: async () => (await import('./vault.js')).addVaultCommands },
];

/** Commands by hand, which are added to a group. */
const WITHIN: Readonly<Record<string, () => Promise<Add>>> = {
  'bank-file': async () => (await import('./bank-file.js')).addBankFileCheck,
  operator: async () => (await import('./operators.js')).addOperatorCreation,
  'operator-key': async () => (await import('./operators.js')).addRedemption,
  payment: async () => (await import('./timeline.js')).addPaymentTimeline,
  reference: async () => (await import('./reference.js')).addReferenceCommands,
  settlement: async () => {
    const { addSettlementClose } = await import('./settlement.js');
    const { addStatementCommand } = await import('./settlement-statement.js');
    return (group) => [addSettlementClose, addStatementCommand].forEach((add) => add(group));
  },
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
  const isNamed = (names: readonly (string | undefined)[]): boolean =>
    names.some((name) => name && words.includes(name));
  const groups = Object.entries(GROUPS).filter(([name, { alias }]) => isNamed([name, alias]));
  const own = OWN.filter(({ names }) => isNamed(names));
  const isAll = words.includes('help') || groups.length + own.length === 0;
  for (const [name, group] of isAll ? Object.entries(GROUPS) : groups) {
    const command = addGroup(program, name, group);
    (await WITHIN[name]?.())?.(command);
  }
  for (const add of await Promise.all((isAll ? OWN : own).map(({ load }) => load()))) add(program);
  return program;
}

function addConfigCommand(program: Command): void {
  withRemoteOption(program.command('config'))
    .description('list all environment variables with defaults and meanings')
    .action(() => describeEnvironment().forEach(print));
}
