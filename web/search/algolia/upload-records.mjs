// Uploads what the built site consists of to Algolia: node web/search/algolia/upload-records.mjs
//
// ALGOLIA_APP_ID, ALGOLIA_INDEX: as for the site. ALGOLIA_ADMIN_API_KEY: a key that may write, unlike the site's own.
// ALGOLIA_HOSTS: other servers than Algolia's, by commas. WEB_BUILD_DIR: another build than web/build.
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { algoliasearch } from 'algoliasearch';

/** Replaces the index by these records at once: searches see the old ones until all the new ones are there. */
export async function uploadRecords({ appId, apiKey, indexName, hosts = [], records, settings }) {
  const options = hosts.length > 0 ? { hosts: hosts.map(toHost) } : {};
  const client = algoliasearch(appId, apiKey, options);
  await client.setSettings({ indexName, indexSettings: settings });
  await client.replaceAllObjects({ indexName, objects: records, scopes: ['settings', 'synonyms', 'rules'] });
  return records.length;
}

function toHost(address) {
  const { host, protocol } = new URL(address);
  return { url: host, accept: 'readWrite', protocol: protocol.replace(':', '') };
}

async function main() {
  const { ALGOLIA_APP_ID, ALGOLIA_ADMIN_API_KEY, ALGOLIA_INDEX, ALGOLIA_HOSTS, WEB_BUILD_DIR } = process.env;
  const missing = Object.entries({ ALGOLIA_APP_ID, ALGOLIA_ADMIN_API_KEY, ALGOLIA_INDEX }).filter(
    ([, value]) => !value,
  );
  if (missing.length > 0) {
    console.error(`set ${missing.map(([name]) => name).join(', ')}`);
    process.exit(1);
  }
  const folder = WEB_BUILD_DIR ?? fileURLToPath(new URL('../../build', import.meta.url));
  const { entry } = await import(pathToFileURL(resolve(folder, 'server/index.js')).href);
  const count = await uploadRecords({
    appId: ALGOLIA_APP_ID,
    apiKey: ALGOLIA_ADMIN_API_KEY,
    indexName: ALGOLIA_INDEX,
    hosts: (ALGOLIA_HOSTS ?? '').split(',').filter(Boolean),
    ...entry.module.siteRecords(),
  });
  console.log(`uploaded ${count} records to ${ALGOLIA_INDEX}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
