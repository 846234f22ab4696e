import { siteConfig } from '../site.config';

/** Returns the published collections, one per API that readers call. */
export function postmanCollections(): { path: string; title: string; route: string }[] {
  return siteConfig.specifications
    .filter(({ direction }) => direction === 'incoming')
    .map(({ route, title }) => ({ path: `/postman/${route}.json`, title, route }));
}
