import { toMetadataKeys } from '../../domain/person/erased';
import { advanceErasure } from '../../store/person/erasure.advance';
import type { Store } from '../../store/store';
import type { ErasureActivities } from '../../workflows/erasure/erasure.contract';

/** How long one call works, well below the timeout of the activity. */
const WORK_MS = 5_000;

/** Activities of the erasure of a person. `metadataKeys` may be of any case. */
export function createErasureActivities({
  store,
  metadataKeys,
}: {
  store: Store;
  metadataKeys: readonly string[];
}): ErasureActivities {
  const keys = toMetadataKeys(metadataKeys);
  return {
    async advanceErasure(erasureID) {
      const end = performance.now() + WORK_MS;
      for (;;) {
        const progress = await advanceErasure(store, { erasureID, keys });
        if (progress.next !== 'continue' || performance.now() > end) return progress;
      }
    },
  };
}
