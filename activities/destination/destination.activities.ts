import { authoriseDestination } from '../../store/destination/destination.transitions';
import type { Store } from '../../store/store';
import type { DestinationActivities } from '../../workflows/destination/destination.contract';

/** What a destination's workflow may do to the world. */
export function createDestinationActivities({ store }: { store: Store }): DestinationActivities {
  return {
    authoriseDestination: async (destinationID) => (await authoriseDestination(store, destinationID)).status,
  };
}
