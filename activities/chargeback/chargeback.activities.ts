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
import { keyOf } from '../idempotency-key';
import { orRefused } from '../refusal-failure';

type Decision = typeof acceptChargeback;

/** What operators' commands about chargebacks do. */
export function createChargebackActivities(store: Store): ChargebackActivities {
  const decided = (operation: string, decide: Decision) => (command: OperatorCommand) =>
    orRefused(async () => {
      const ref = readCommand(CHARGEBACK_COMMANDS.decide, command.input);
      const idempotencyKey = keyOf(command);
      const asked = asOperator(store, { operation, requestID: idempotencyKey, paymentID: ref.paymentID });
      return outcomeOf(await decide(asked, { ...ref, idempotencyKey }));
    });
  return {
    recordChargeback: (command) =>
      orRefused(async () => {
        const { body, levy, ...given } = readCommand(CHARGEBACK_COMMANDS.create, command.input);
        const idempotencyKey = keyOf(command);
        const { paymentID } = given;
        const asked = asOperator(store, {
          operation: workflowTypes.createChargeback,
          requestID: idempotencyKey,
          paymentID,
        });
        return outcomeOf(await createChargeback(asked, { ...given, idempotencyKey, bodyMinor: body, levyMinor: levy }));
      }),
    recordAcceptance: decided(workflowTypes.acceptChargeback, acceptChargeback),
    recordRejection: decided(workflowTypes.rejectChargeback, rejectChargeback),
    recordCancellation: decided(workflowTypes.cancelChargeback, cancelChargeback),
    recordReopening: (command) =>
      orRefused(async () => {
        const { stage, body, levy, ...ref } = readCommand(CHARGEBACK_COMMANDS.reopen, command.input);
        const idempotencyKey = keyOf(command);
        const { paymentID } = ref;
        const asked = asOperator(store, {
          operation: workflowTypes.reopenChargeback,
          requestID: idempotencyKey,
          paymentID,
        });
        return outcomeOf(
          await reopenChargeback(asked, { ...ref, idempotencyKey }, { stage, bodyMinor: body, levyMinor: levy }),
        );
      }),
  };
}

/** Amounts as text: JSON has no integers of this size that every reader keeps. */
function outcomeOf(chargeback: Chargeback): ChargebackOutcome {
  const { invoiceID, paymentID, id, stage, status, currency } = chargeback;
  const [body, levy] = [String(chargeback.bodyMinor), String(chargeback.levyMinor)];
  return { invoiceID, paymentID, chargebackID: id, stage, status, body, levy, currency };
}
