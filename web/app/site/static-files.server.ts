import specifications from 'virtual:specifications';
import { searchIndexFiles } from '../../search/server/site-indexes.server';
import { siteConfig } from '../../site.config';
import { writePostmanCollection } from '../reference/postman.server';
import { apiReferences } from '../reference/references.server';
import { MANIFEST_PATH, webManifest } from './head-links';

export interface StaticFile {
  path: string;
  text: string;
}

export function staticFiles(): StaticFile[] {
  const documents = Object.entries(specifications)
    .filter(([, document]) => document.openapi)
    .map(([name, document]) => ({ path: `specs/${name}`, text: `${JSON.stringify(document, null, 2)}\n` }));
  const collections = [...apiReferences().values()]
    .filter(({ specification }) => specification.direction === 'incoming')
    .map((reference) => ({
      path: `postman/${reference.specification.route}.json`,
      text: writePostmanCollection(reference),
    }));
  const manifest = siteConfig.icons ? [{ path: MANIFEST_PATH, text: JSON.stringify(webManifest()) }] : [];
  return [...documents, ...collections, ...manifest, ...searchIndexFiles()];
}
