/** Input of an operator command's workflow; everything else is in the database. */
export interface OperatorCommandInput {
  commandID: string;
}

/** The finished command. */
export interface FinishedCommand {
  state: string;
  failure: string | null;
  outcome: Readonly<Record<string, unknown>> | null;
}

/** What the workflow shows of the command. */
export interface AdmittedCommand {
  /** The type and the operators. */
  description: string;
}

/** Idempotent activities of operator commands. */
export interface OperatorCommandActivities {
  /**
   * Checks that the command is approved and that its operators still hold their roles. Fails finally otherwise. A
   * command that is executed already passes.
   */
  admitCommand(input: OperatorCommandInput): Promise<AdmittedCommand>;
  /** Executes the command with the parameters of its row and records the outcome. */
  executeCommand(input: OperatorCommandInput): Promise<FinishedCommand>;
}
