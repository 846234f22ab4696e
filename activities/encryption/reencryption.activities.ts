import { ApplicationFailure } from '@temporalio/activity';
import { finishRotation, OtherKeyInForce, rotatePage } from '../../store/secrets/rotation';
import type { Store } from '../../store/store';
import type { ReencryptionActivities } from '../../workflows/encryption/reencryption.contract';

/** What the workflow of a rotation may do to the world. */
export function createReencryptionActivities({ store }: { store: Store }): ReencryptionActivities {
  return {
    async reencryptPage(input) {
      try {
        return await rotatePage(store, input);
      } catch (error) {
        // Another worker may have it: then this attempt is made once more.
        if (error instanceof OtherKeyInForce) throw ApplicationFailure.retryable(error.message, 'OtherKey');
        throw error;
      }
    },
    finishReencryption: (done) => finishRotation(store.database, done),
  };
}
