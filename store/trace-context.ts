/**
 * The current trace context (W3C `traceparent`), which is recorded with commands and webhook messages. Missing in
 * processes without tracing.
 */

let read: () => string | undefined = () => undefined;

export function currentTrace(): string | undefined {
  return read();
}

/** Sets the reader of the current trace context. */
export function setTraceReader(reader: () => string | undefined): void {
  read = reader;
}
