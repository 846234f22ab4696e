import type { AppLoadContext } from '@remix-run/node';
import { useRouteLoaderData } from '@remix-run/react';
import type { SearchSource, VersionLink } from './navbar';

export interface SiteData extends AppLoadContext {
  path: string;
  docsRoot: string;
  search: SearchSource;
  versions: VersionLink[];
}

export function useSiteData(): SiteData | undefined {
  return useRouteLoaderData<() => SiteData>('root');
}
