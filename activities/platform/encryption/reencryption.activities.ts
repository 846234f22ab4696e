import { ApplicationFailure } from '@temporalio/activity';
import { OtherKeyInForce, rotatePage } from '../../../operators/rotation/rotate-page';
import { finishRotation } from '../../../store/platform/key-rotation/key-rotation';
import type { Store } from '../../../store/store';
import type { ReencryptionActivities } from '../../../workflows/platform/encryption/reencryption.contract';

/** Activities of rotation workflows. */
export function createReencryptionActivities({ store }: { store: Store }): ReencryptionActivities {
  return {
    async reencryptPage(input) {
      try {
        return await rotatePage(store, input);
      } catch (error) {
        // Another worker may have the key, so the attempt is retried.
        if (error instanceof OtherKeyInForce) throw ApplicationFailure.retryable(error.message, 'OtherKey');
        throw error;
      }
    },
    finishReencryption: (done) => finishRotation(store.database, done),
  };
}
