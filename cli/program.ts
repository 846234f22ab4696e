import { Command, Option } from 'commander';
import { announceLocalCommand } from './remote';

type Add = (program: Command) => void;

/** Commands in the order of the help text; each module is loaded only when needed. */
const COMMANDS: readonly { names: readonly string[]; load: () => Promise<Add> }[] = [
  { names: ['audit'], load: async () => (await import('./audit.js')).addAuditCommand },
  {
    names: ['approvals', 'approve', 'reject', 'operator-limit'],
    load: async () => (await import('./approvals.js')).addApprovalCommands,
  },
  { names: ['chargeback'], load: async () => (await import('./chargebacks.js')).addChargebackCommands },
  { names: ['config'], load: async () => (await import('./config.js')).addConfigCommand },
  {
    names: ['connector-account'],
    load: async () => (await import('./connector-accounts.js')).addConnectorAccountCommand,
  },
  { names: ['demo'], load: async () => (await import('./demo.js')).addDemoCommand },
  { names: ['doctor'], load: async () => (await import('./doctor.js')).addDoctorCommand },
  { names: ['keys', 'key'], load: async () => (await import('./keys.js')).addKeysCommand },
  { names: ['ledger'], load: async () => (await import('./ledger.js')).addLedgerCommand },
  { names: ['link'], load: async () => (await import('./link.js')).addLinkCommand },
  { names: ['listen'], load: async () => (await import('./listen.js')).addListenCommand },
  { names: ['login', 'logout', 'whoami'], load: async () => (await import('./login.js')).addLoginCommands },
  { names: ['deposit'], load: async () => (await import('./deposits.js')).addDepositCommands },
  { names: ['destination'], load: async () => (await import('./destinations.js')).addDestinationCommand },
  {
    names: ['search', 'statistics', 'queue'],
    load: async () => (await import('./overview.js')).addOverviewCommands,
  },
  {
    names: ['operator', 'operator-key'],
    load: async () => (await import('./operators.js')).addOperatorCommands,
  },
  { names: ['party'], load: async () => (await import('./parties.js')).addPartyCommand },
  { names: ['payment'], load: async () => (await import('./payments.js')).addPaymentCommands },
  { names: ['person'], load: async () => (await import('./people.js')).addPersonCommands },
  { names: ['reconciliation'], load: async () => (await import('./reconciliation.js')).addReconciliationCommands },
  { names: ['reference'], load: async () => (await import('./reference.js')).addReferenceCommand },
  { names: ['restored'], load: async () => (await import('./restored.js')).addRestoredCommand },
  { names: ['rotate'], load: async () => (await import('./rotate.js')).addRotateCommands },
  {
    names: ['refund', 'withdrawal', 'subject'],
    load: async () => (await import('./timeline.js')).addTimelineCommands,
  },
  {
    names: ['shop', 'identity', 'wallet'],
    load: async () => (await import('./operator-decisions.js')).addBlockCommands,
  },
  { names: ['vault'], load: async () => (await import('./vault.js')).addVaultCommands },
  { names: ['webhook'], load: async () => (await import('./webhooks.js')).addWebhookCommands },
];

/**
 * Builds the command line of operators. Every command prints one JSON object per line.
 * @param words of the command line: only the named command is loaded, or all if none is named
 */
export async function createProgram(words: readonly string[] = []): Promise<Command> {
  const program = new Command('holdfast')
    .description("Operators' commands of a Holdfast installation")
    .addOption(new Option('--url <url>', 'the address of the platform').env('HOLDFAST_URL'))
    .hook('preAction', (_, command) => announceLocalCommand(command));
  const named = COMMANDS.filter(({ names }) => names.some((name) => words.includes(name)));
  const isHelp = words.includes('help');
  for (const add of await Promise.all((named.length > 0 && !isHelp ? named : COMMANDS).map(({ load }) => load()))) {
    add(program);
  }
  return program;
}
