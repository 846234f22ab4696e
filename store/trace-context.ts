/*
 * The trace context (W3C `traceparent`) of what is under way. What a change sets going later, in other processes, is recorded
 * with it: commands to workflows and messages to webhooks. A process that does not trace has none.
 */

let read: () => string | undefined = () => undefined;

/** What is under way; undefined where nothing is traced. */
export function currentTrace(): string | undefined {
  return read();
}

/** Has a process that traces say what is under way. */
export function traceBy(reader: () => string | undefined): void {
  read = reader;
}
