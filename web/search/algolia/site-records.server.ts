import { versions } from '../../app/site/docs.server';
import { absoluteUrl } from '../../app/site/href';
import { getDocuments } from '../server/site-indexes.server';
import { ALGOLIA_SETTINGS, algoliaRecords, type AlgoliaRecord } from './algolia-records';

export function siteRecords(): { records: AlgoliaRecord[]; settings: typeof ALGOLIA_SETTINGS } {
  const siteUrl = absoluteUrl('/').replace(/\/$/, '');
  const records = versions.flatMap(({ name }) => algoliaRecords(getDocuments(name), { siteUrl, version: name }));
  return { records, settings: ALGOLIA_SETTINGS };
}
