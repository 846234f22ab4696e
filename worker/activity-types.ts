import { activityType } from '../domain/workflow-messages';

/** Keys activities by their types in Temporal, some of which differ from the function names. */
export function byType(activities: object): object {
  return Object.fromEntries(Object.entries(activities).map(([name, activity]) => [activityType(name), activity]));
}
