import { Command } from 'commander';
import { addChargebackCommands } from './chargebacks';
import { addConfigCommand } from './config';
import { addDemoCommand } from './demo';
import { addDepositCommands } from './deposits';
import { addDestinationCommand } from './destinations';
import { addKeysCommand } from './keys';
import { addLedgerCommand } from './ledger';
import { addLinkCommand } from './link';
import { addListenCommand } from './listen';
import { addOperatorKeyCommand } from './operator-keys';
import { addPaymentCommands } from './payments';
import { addReferenceCommand } from './reference';
import { addTimelineCommands } from './timeline';
import { addWebhookCommands } from './webhooks';
import { inWords } from './words';

/** `npm run holdfast -- …`: what operators do from a shell. Every command prints JSON, one object a line. */
async function main(): Promise<void> {
  const program = new Command('holdfast').description("Operators' commands of a Holdfast installation");
  addChargebackCommands(program);
  addConfigCommand(program);
  addDemoCommand(program);
  addKeysCommand(program);
  addLedgerCommand(program);
  addLinkCommand(program);
  addListenCommand(program);
  addDepositCommands(program);
  addDestinationCommand(program);
  addOperatorKeyCommand(program);
  addPaymentCommands(program);
  addReferenceCommand(program);
  addTimelineCommands(program);
  addWebhookCommands(program);
  await program.parseAsync();
}

main().catch((error: unknown) => {
  process.stderr.write(`${inWords(error)}\n`);
  process.exit(1);
});
