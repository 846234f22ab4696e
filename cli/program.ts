import { Command, Option } from 'commander';
import { addAuditCommand } from './audit';
import { addChargebackCommands } from './chargebacks';
import { addConfigCommand } from './config';
import { addDemoCommand } from './demo';
import { addDepositCommands } from './deposits';
import { addDestinationCommand } from './destinations';
import { addDoctorCommand } from './doctor';
import { addKeysCommand } from './keys';
import { addLedgerCommand } from './ledger';
import { addLinkCommand } from './link';
import { addListenCommand } from './listen';
import { addOperatorKeyCommand } from './operator-keys';
import { addPartyCommand } from './parties';
import { addPaymentCommands } from './payments';
import { addReconciliationCommands } from './reconciliation';
import { addReferenceCommand } from './reference';
import { assertKnowsTheWay } from './remote';
import { addRestoredCommand } from './restored';
import { addRotateCommands } from './rotate';
import { addTimelineCommands } from './timeline';
import { addWebhookCommands } from './webhooks';

/** `npm run holdfast -- …`: what operators do from a shell. Every command prints JSON, one object a line. */
export function createProgram(): Command {
  const program = new Command('holdfast')
    .description("Operators' commands of a Holdfast installation")
    .addOption(new Option('--url <url>', "ask the operators' API there").env('HOLDFAST_URL'))
    .hook('preAction', (_, command) => assertKnowsTheWay(command));
  addAuditCommand(program);
  addChargebackCommands(program);
  addConfigCommand(program);
  addDemoCommand(program);
  addDoctorCommand(program);
  addKeysCommand(program);
  addLedgerCommand(program);
  addLinkCommand(program);
  addListenCommand(program);
  addDepositCommands(program);
  addDestinationCommand(program);
  addOperatorKeyCommand(program);
  addPartyCommand(program);
  addPaymentCommands(program);
  addReconciliationCommands(program);
  addReferenceCommand(program);
  addRestoredCommand(program);
  addRotateCommands(program);
  addTimelineCommands(program);
  addWebhookCommands(program);
  return program;
}
