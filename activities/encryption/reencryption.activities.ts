import { ApplicationFailure } from '@temporalio/activity';
import { finishRotation } from '../../store/secrets/rotation';
import { reencryptPage } from '../../store/secrets/reencryption';
import type { Store } from '../../store/store';
import type { ReencryptionActivities } from '../../workflows/encryption/reencryption.contract';

/** What the workflow of a rotation may do to the world. */
export function createReencryptionActivities({ store }: { store: Store }): ReencryptionActivities {
  return {
    async reencryptPage({ keyID, place }) {
      const { first } = store.encryptionKeys;
      if (first.id !== keyID) {
        // Another worker may have it: then this attempt is made once more.
        throw ApplicationFailure.retryable(`the key in force of this worker is ${first.id}, not ${keyID}`, 'OtherKey');
      }
      return reencryptPage(store, place);
    },
    finishReencryption: (done) => finishRotation(store.database, done),
  };
}
