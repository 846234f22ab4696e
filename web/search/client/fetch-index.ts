import type { SearchIndexFile } from '../engine/search-index';

const files = new Map<string, Promise<SearchIndexFile>>();

/** Fetches an index file once. A separate module, so that file and engine load in parallel. */
export function fetchIndex(address: string): Promise<SearchIndexFile> {
  const known = files.get(address);
  if (known !== undefined) return known;
  const file = request(address);
  files.set(address, file);
  file.catch(() => files.delete(address));
  return file;
}

async function request(address: string): Promise<SearchIndexFile> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new Error('The search index must come from the site itself');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The search index answered ${response.status}`);
  return (await response.json()) as SearchIndexFile;
}
