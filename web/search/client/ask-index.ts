import type { Ask } from './ask';
import { loadIndex } from './load-index';
import { localHits } from './local-hits';
import type { SearchPlaces } from './search-places';

export function askIndex({ index: address, base }: SearchPlaces): Ask {
  return async ({ query }) => {
    const hits = localHits(await loadIndex(address), query, base);
    return { hits, nbHits: hits.length };
  };
}
