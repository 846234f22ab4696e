/** A refusal of the console itself; those of the API are forwarded as they are. */
export class ConsoleRefusal extends Error {
  override readonly name = 'ConsoleRefusal';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}
