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
import { workflowTypes } from '../../workflows/names/workflow-messages';
import { asOperator } from '../../store/audit/origin';
import type { Store } from '../../store/store';
import type {
  ChargebackActivities,
  ChargebackOutcome,
  OperatorCommand,
} from '../../workflows/chargeback/chargeback.contract';
import { failOnRefusal } from '../refusal-failure';

type Decision = typeof acceptChargeback;

/** Activities of chargeback commands. */
export function createChargebackActivities(store: Store): ChargebackActivities {
  const asCommand = (operation: string, command: OperatorCommand, { paymentID }: { paymentID: string }): Store =>
    asOperator(store, { operation, requestID: command.idempotencyKey, paymentID });
  const decision = (operation: string, decide: Decision) => (command: OperatorCommand) =>
    toOutcome(() => {
      const ref = readCommand(CHARGEBACK_COMMANDS.decide, command.input);
      return decide(asCommand(operation, command, ref), { ...ref, idempotencyKey: command.idempotencyKey });
    });
  return {
    recordChargeback: (command) =>
      toOutcome(() => {
        const { body, levy, ...given } = readCommand(CHARGEBACK_COMMANDS.create, command.input);
        return createChargeback(asCommand(workflowTypes.createChargeback, command, given), {
          ...given,
          idempotencyKey: command.idempotencyKey,
          bodyMinor: body,
          levyMinor: levy,
        });
      }),
    recordAcceptance: decision(workflowTypes.acceptChargeback, acceptChargeback),
    recordRejection: decision(workflowTypes.rejectChargeback, rejectChargeback),
    recordCancellation: decision(workflowTypes.cancelChargeback, cancelChargeback),
    recordReopening: (command) =>
      toOutcome(() => {
        const { stage, body, levy, ...ref } = readCommand(CHARGEBACK_COMMANDS.reopen, command.input);
        return reopenChargeback(
          asCommand(workflowTypes.reopenChargeback, command, ref),
          { ...ref, idempotencyKey: command.idempotencyKey },
          { stage, bodyMinor: body, levyMinor: levy },
        );
      }),
  };
}

/** Returns amounts as text, because JSON readers may round integers of this size. */
function toOutcome(record: () => Promise<Chargeback>): Promise<ChargebackOutcome> {
  return failOnRefusal(async () => {
    const chargeback = await record();
    const { invoiceID, paymentID, id, stage, status, currency } = chargeback;
    const [body, levy] = [String(chargeback.bodyMinor), String(chargeback.levyMinor)];
    return { invoiceID, paymentID, chargebackID: id, stage, status, body, levy, currency };
  });
}
