import { siteConfig } from '../site.config';

/** The collections that the build publishes: one for each API that readers call. */
export function postmanCollections(): { path: string; title: string; route: string }[] {
  return siteConfig.specifications
    .filter(({ direction }) => direction === 'incoming')
    .map(({ route, title }) => ({ path: `/postman/${route}.json`, title, route }));
}
