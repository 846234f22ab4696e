import { siteConfig } from '../site.config';

export function postmanCollections(): { path: string; title: string; route: string }[] {
  return siteConfig.specifications
    .filter(({ direction }) => direction === 'incoming')
    .map(({ route, title }) => ({ path: `/postman/${route}.json`, title, route }));
}
