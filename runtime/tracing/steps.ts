/** A step that is told of: never with a card, a token, or anything else that a payer or a merchant has typed. */
export interface SpanInput {
  name: string;
  kind: 'server' | 'client' | 'producer';
  attributes: Readonly<Record<string, string | number>>;
  /** The step that it follows from (W3C `traceparent`); by default what is under way. */
  parent?: string | undefined;
}

/** A step that has begun. */
export interface Span {
  /** Does something as part of the step. */
  within<Result>(work: () => Result): Result;
  end(ended?: { attributes?: Readonly<Record<string, string | number>>; hasFailed?: boolean }): void;
}

/** Traces of what one call sets going, through all processes. A process that does not trace has none. */
export interface Tracing {
  begin(span: SpanInput): Span;
  /** What is under way, as it is handed on (W3C `traceparent`). */
  current(): string | undefined;
  /** Sends what was not sent yet. */
  stop(): Promise<void>;
}
