import { openSearchIndex, type SearchIndex } from '../engine/search-index';
import { fetchIndex } from './fetch-index';

const indexes = new Map<string, SearchIndex>();

export async function loadIndex(address: string): Promise<SearchIndex> {
  const file = await fetchIndex(address);
  let index = indexes.get(address);
  if (index === undefined) indexes.set(address, (index = openSearchIndex(file)));
  return index;
}
