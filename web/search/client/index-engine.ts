import type { SearchEngine } from './search-engine';
import { loadIndex } from './load-index';
import { localHits } from './local-hits';
import type { SearchPlaces } from './search-places';

export function searchIndexEngine({ index: address, base }: SearchPlaces): SearchEngine {
  return async ({ query }) => {
    const hits = localHits(await loadIndex(address), query, base);
    return { hits, nbHits: hits.length };
  };
}
