export interface Heading {
  depth: number;
  id: string;
  text: string;
}

export interface Section {
  id: string;
  heading: string;
  text: string;
  /** Its code samples: indexed by names, never quoted. */
  code: string;
}

export interface Guide {
  /** The path within the version's `docs/`, without extension: `integration/payments/checkout`. */
  id: string;
  path: string;
  title: string;
  description: string;
  sidebarLabel: string;
  isUnlisted: boolean;
  /** The day of the last change, if it is known. */
  updated: string | undefined;
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

/** An entry of `sidebar.json`: a guide's id or a category. */
export type SidebarItem = string | SidebarCategory;

export interface DocsVersion {
  name: string;
  label: string;
  /** `/docs` for the default version, `/docs/<name>` otherwise. */
  root: string;
  isDefault: boolean;
  sidebar: SidebarItem[];
  guides: Record<string, Guide>;
}

export interface CompiledVersion extends Omit<DocsVersion, 'sidebar'> {
  basedOn?: string;
  /** Absent: the base's sidebar, or all guides by name. */
  sidebar?: SidebarItem[];
}
