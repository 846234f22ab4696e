/** A request that breaks a rule. The message never quotes a value, which may be a card. */
export class InvalidRequest extends Error {
  override readonly name: string = 'InvalidRequest';

  constructor(
    /** The refused field: `body.url`. */
    readonly place: string,
    message: string,
  ) {
    super(message);
  }
}
