/** The current trace context (W3C `traceparent`), recorded with commands and webhook messages. */

let read: () => string | undefined = () => undefined;

export function currentTrace(): string | undefined {
  return read();
}

export function setTraceReader(reader: () => string | undefined): void {
  read = reader;
}
