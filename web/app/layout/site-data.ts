import type { AppLoadContext } from '@remix-run/node';
import { useRouteLoaderData } from '@remix-run/react';
import type { SearchSource, VersionLink } from './navbar';

/** What every page needs of its request: the mode, the version, and whether the whole document is asked for. */
export interface SiteData extends AppLoadContext {
  path: string;
  docsRoot: string;
  search: SearchSource;
  versions: VersionLink[];
}

/** Absent where the root could not be loaded. */
export function useSiteData(): SiteData | undefined {
  return useRouteLoaderData<() => SiteData>('root');
}
