import type { Chargeback } from '../../domain/chargeback/chargeback';
import { CHARGEBACK_COMMANDS } from '../../domain/chargeback/chargeback-commands';
import { readCommand } from '../../domain/operator-command/command-fields';
import {
  acceptChargeback,
  cancelChargeback,
  createChargeback,
  rejectChargeback,
  reopenChargeback,
} from '../../store/chargeback/chargeback.transitions';
import { workflowTypes } from '../../domain/workflow-messages';
import { asOperator } from '../../store/audit/origin';
import type { Store } from '../../store/store';
import type {
  ChargebackActivities,
  ChargebackOutcome,
  OperatorCommand,
} from '../../workflows/chargeback/chargeback.contract';
import { orRefused } from '../refusal-failure';

type Decision = typeof acceptChargeback;

/** What operators' commands about chargebacks do. */
export function createChargebackActivities(store: Store): ChargebackActivities {
  const asked = (operation: string, command: OperatorCommand, { paymentID }: { paymentID: string }): Store =>
    asOperator(store, { operation, requestID: command.idempotencyKey, paymentID });
  const decided = (operation: string, decide: Decision) => (command: OperatorCommand) =>
    readOutcome(() => {
      const ref = readCommand(CHARGEBACK_COMMANDS.decide, command.input);
      return decide(asked(operation, command, ref), { ...ref, idempotencyKey: command.idempotencyKey });
    });
  return {
    recordChargeback: (command) =>
      readOutcome(() => {
        const { body, levy, ...given } = readCommand(CHARGEBACK_COMMANDS.create, command.input);
        return createChargeback(asked(workflowTypes.createChargeback, command, given), {
          ...given,
          idempotencyKey: command.idempotencyKey,
          bodyMinor: body,
          levyMinor: levy,
        });
      }),
    recordAcceptance: decided(workflowTypes.acceptChargeback, acceptChargeback),
    recordRejection: decided(workflowTypes.rejectChargeback, rejectChargeback),
    recordCancellation: decided(workflowTypes.cancelChargeback, cancelChargeback),
    recordReopening: (command) =>
      readOutcome(() => {
        const { stage, body, levy, ...ref } = readCommand(CHARGEBACK_COMMANDS.reopen, command.input);
        return reopenChargeback(
          asked(workflowTypes.reopenChargeback, command, ref),
          { ...ref, idempotencyKey: command.idempotencyKey },
          { stage, bodyMinor: body, levyMinor: levy },
        );
      }),
  };
}

/** Amounts as text: JSON has no integers of this size that every reader keeps. */
function readOutcome(record: () => Promise<Chargeback>): Promise<ChargebackOutcome> {
  return orRefused(async () => {
    const chargeback = await record();
    const { invoiceID, paymentID, id, stage, status, currency } = chargeback;
    const [body, levy] = [String(chargeback.bodyMinor), String(chargeback.levyMinor)];
    return { invoiceID, paymentID, chargebackID: id, stage, status, body, levy, currency };
  });
}
