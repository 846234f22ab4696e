// Uploads the built site's records to Algolia: node dist/web/builder/upload-records.js
//
// ALGOLIA_APP_ID, ALGOLIA_INDEX: as for the site. ALGOLIA_ADMIN_API_KEY: a key with write access.
// ALGOLIA_HOSTS: other servers, comma-separated. WEB_BUILD_DIR: another build than web/build.
import { algoliasearch } from 'algoliasearch';
import type { siteRecords } from '../search/algolia/site-records.server';
import { buildFolder, loadBuiltSite } from '../server/built-site';

type Upload = ReturnType<typeof siteRecords> & { appId: string; apiKey: string; indexName: string; hosts: string[] };

async function uploadRecords({ appId, apiKey, indexName, hosts, records, settings }: Upload): Promise<number> {
  const options = hosts.length > 0 ? { hosts: hosts.map(toHost) } : {};
  const client = algoliasearch(appId, apiKey, options);
  await client.setSettings({ indexName, indexSettings: settings });
  const objects = records.map((record) => ({ ...record }));
  await client.replaceAllObjects({ indexName, objects, scopes: ['settings', 'synonyms', 'rules'] });
  return records.length;
}

function toHost(address: string) {
  const { host, protocol } = new URL(address);
  return { url: host, accept: 'readWrite', protocol: protocol === 'http:' ? 'http' : 'https' } as const;
}

async function main(): Promise<void> {
  const { ALGOLIA_APP_ID = '', ALGOLIA_ADMIN_API_KEY = '', ALGOLIA_INDEX = '', ALGOLIA_HOSTS = '' } = process.env;
  const missing = Object.entries({ ALGOLIA_APP_ID, ALGOLIA_ADMIN_API_KEY, ALGOLIA_INDEX }).filter(
    ([, value]) => !value,
  );
  if (missing.length > 0) {
    console.error(`set ${missing.map(([name]) => name).join(', ')}`);
    process.exit(1);
  }
  const { entry } = await loadBuiltSite(buildFolder());
  const count = await uploadRecords({
    appId: ALGOLIA_APP_ID,
    apiKey: ALGOLIA_ADMIN_API_KEY,
    indexName: ALGOLIA_INDEX,
    hosts: ALGOLIA_HOSTS.split(',').filter(Boolean),
    ...entry.module.siteRecords(),
  });
  console.log(`uploaded ${count} records to ${ALGOLIA_INDEX}`);
}

void main();
