export interface PageDocument {
  /** Without the site's base: `/docs/intro`. */
  readonly url: string;
  readonly title: string;
  readonly kind: PageKind;
  readonly breadcrumbs: readonly string[];
  readonly description?: string;
  readonly operation?: OperationDocument;
  readonly keywords?: readonly string[];
  readonly sections: readonly SectionDocument[];
}

export type PageKind = 'guide' | 'operation' | 'event' | 'category' | 'reference';

export interface OperationDocument {
  readonly method: string;
  /** With its base path: `/wallet/v0/wallets/{walletID}`. */
  readonly path: string;
  readonly operationId: string;
}

export interface SectionDocument {
  readonly kind: SectionKind;
  /** The element's id; empty before the first heading. */
  readonly hash: string;
  /** The heading, field name or error code; empty before the first heading. */
  readonly title: string;
  readonly text: string;
  /** Code samples: indexed by names, never quoted. */
  readonly code?: string;
}

export type SectionKind = 'heading' | 'field' | 'errorCode';
