/** What a page of the site gives to the index. */
export interface PageDocument {
  /** Path of the page without the site's base, such as `/docs/intro`. */
  readonly url: string;
  readonly title: string;
  readonly kind: PageKind;
  /** Titles of the levels above the page, outermost first. */
  readonly breadcrumbs: readonly string[];
  readonly description?: string;
  readonly operation?: OperationDocument;
  /** Further words that the page is found by as if they stood in its title. */
  readonly keywords?: readonly string[];
  readonly sections: readonly SectionDocument[];
}

/** What stands under an address: a guide, an operation of an API, an event, a list of pages, or a whole reference. */
export type PageKind = 'guide' | 'operation' | 'event' | 'category' | 'reference';

/** An operation as developers call it. */
export interface OperationDocument {
  readonly method: string;
  /** With its base, such as `/wallet/v0/wallets/{walletID}`. */
  readonly path: string;
  readonly operationId: string;
}

/** A part of a page that has a place to scroll to. */
export interface SectionDocument {
  readonly kind: SectionKind;
  /** The id of its element; empty for what stands before the first heading. */
  readonly hash: string;
  /** The heading, the name of the field, the code of the error; empty for what stands before the first heading. */
  readonly title: string;
  readonly text: string;
  /** Samples of code: it is found by the names in them, but they are never quoted. */
  readonly code?: string;
}

export type SectionKind = 'heading' | 'field' | 'errorCode';

export const PAGE_KINDS: readonly PageKind[] = ['guide', 'operation', 'category', 'reference', 'event'];
export const SECTION_KINDS: readonly SectionKind[] = ['heading', 'field', 'errorCode'];
