import type { DestinationStatus } from '../../domain/destination/destination.machine';
import { authoriseDestination } from '../../store/destination/destination.transitions';
import type { Store } from '../../store/store';

/** What a destination's workflow may do to the world. */
export interface DestinationActivities {
  /** Authorises the destination. Harmless when repeated. */
  authoriseDestination(destinationID: string): Promise<DestinationStatus>;
}

export function createDestinationActivities({ store }: { store: Store }): DestinationActivities {
  return {
    authoriseDestination: async (destinationID) => (await authoriseDestination(store, destinationID)).status,
  };
}
