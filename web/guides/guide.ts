/** A heading of a guide as the table of contents, the anchors and the search know it. */
export interface Heading {
  depth: number;
  id: string;
  text: string;
}

/** The text under one heading (or before the first), for the search index. */
export interface Section {
  id: string;
  heading: string;
  text: string;
  /** Its samples: found by the names in them, never quoted. */
  code: string;
}

/** One page of `content/`, compiled: everything that a request needs, rendered. */
export interface Guide {
  /** The path of the file within its version's `docs/`, without the extension: `integration/payments/checkout`. */
  id: string;
  path: string;
  title: string;
  description: string;
  sidebarLabel: string;
  isUnlisted: boolean;
  needsCheckout: boolean;
  html: string;
  headings: Heading[];
  sections: Section[];
  markdown: string;
}

export interface SidebarCategory {
  category: string;
  title: string;
  description?: string;
  items: SidebarItem[];
}

/** An entry of `content/<version>/sidebar.json`: the id of a guide, or a category of further entries. */
export type SidebarItem = string | SidebarCategory;

export interface DocsVersion {
  name: string;
  label: string;
  /** `/docs` for the default version, `/docs/<name>` for any other. */
  root: string;
  isDefault: boolean;
  sidebar: SidebarItem[];
  guides: Record<string, Guide>;
}

/** A version as the build compiles it: without what it has from another one. */
export interface CompiledVersion extends Omit<DocsVersion, 'sidebar'> {
  /** The version whose guides it has where it has none of its own. */
  basedOn?: string;
  /** Absent: that of its base, or all guides in the order of their names. */
  sidebar?: SidebarItem[];
}
