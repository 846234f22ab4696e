import type {
  CreateChargebackInput,
  DecideChargebackInput,
  ReopenChargebackInput,
} from '../../domain/chargeback/chargeback-commands';
import type { ChargebackStage, ChargebackStatus } from '../../domain/chargeback/chargeback.machine';

export type { CreateChargebackInput, DecideChargebackInput, ReopenChargebackInput };

/** The chargeback after a command. */
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

/** A command with its idempotency key, the workflow's id. */
export interface OperatorCommand {
  idempotencyKey: string;
  /** The unchecked input; the activity validates it. */
  input: unknown;
}

/** Idempotent activities of chargeback commands. */
export interface ChargebackActivities {
  recordChargeback(command: OperatorCommand): Promise<ChargebackOutcome>;
  recordAcceptance(command: OperatorCommand): Promise<ChargebackOutcome>;
  recordRejection(command: OperatorCommand): Promise<ChargebackOutcome>;
  recordCancellation(command: OperatorCommand): Promise<ChargebackOutcome>;
  recordReopening(command: OperatorCommand): Promise<ChargebackOutcome>;
}
