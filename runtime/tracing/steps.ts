/** A traced step. Its attributes never contain cards, tokens or other input of payers and merchants. */
export interface SpanInput {
  name: string;
  kind: 'server' | 'client' | 'producer';
  attributes: Readonly<Record<string, string | number>>;
  /** The parent step (W3C `traceparent`); by default the active one. */
  parent?: string | undefined;
}

export interface Span {
  within<Result>(work: () => Result): Result;
  end(ended?: { attributes?: Readonly<Record<string, string | number>>; hasFailed?: boolean }): void;
}

/** Traces one call through all processes. */
export interface Tracing {
  begin(span: SpanInput): Span;
  /** The active step (W3C `traceparent`). */
  current(): string | undefined;
  stop(): Promise<void>;
}
