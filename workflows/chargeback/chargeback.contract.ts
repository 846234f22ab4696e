import type {
  CreateChargebackInput,
  DecideChargebackInput,
  ReopenChargebackInput,
} from '../../domain/chargeback/chargeback-commands';
import type { ChargebackStage, ChargebackStatus } from '../../domain/chargeback/chargeback.machine';

export type { CreateChargebackInput, DecideChargebackInput, ReopenChargebackInput };

/** A chargeback as a command left it. */
export interface ChargebackOutcome {
  invoiceID: string;
  paymentID: string;
  chargebackID: string;
  stage: ChargebackStage;
  status: ChargebackStatus;
  body: string;
  levy: string;
  currency: string;
}

/** A command with the key under which it acts once: the id of its workflow. */
export interface OperatorCommand {
  idempotencyKey: string;
  /** As it was typed: the activity checks it. */
  input: unknown;
}

/** What the workflows need of the world. Each acts once, however often it is asked. */
export interface ChargebackActivities {
  recordChargeback(command: OperatorCommand): Promise<ChargebackOutcome>;
  recordAcceptance(command: OperatorCommand): Promise<ChargebackOutcome>;
  recordRejection(command: OperatorCommand): Promise<ChargebackOutcome>;
  recordCancellation(command: OperatorCommand): Promise<ChargebackOutcome>;
  recordReopening(command: OperatorCommand): Promise<ChargebackOutcome>;
}
