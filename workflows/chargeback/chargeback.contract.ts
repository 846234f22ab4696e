import type { ChargebackStage, ChargebackStatus } from '../../domain/chargeback/chargeback.machine';

/** What an operator types to record a chargeback. Amounts are in minor units. */
export interface CreateChargebackInput {
  invoiceID: string;
  paymentID: string;
  /** What the payer's bank wants back. */
  body: number;
  /** What the platform takes for the dispute. */
  levy: number;
  /** Checked against the payment's where given. */
  currency?: string;
  reasonCode?: string;
}

/** What an operator types to accept, reject or cancel a chargeback. */
export interface DecideChargebackInput {
  invoiceID: string;
  paymentID: string;
  chargebackID: string;
}

/** What an operator types to open a chargeback again; what is not said stays as it was, and the stage is the next one. */
export interface ReopenChargebackInput extends DecideChargebackInput {
  stage?: Exclude<ChargebackStage, 'chargeback'>;
  body?: number;
  levy?: number;
}

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
