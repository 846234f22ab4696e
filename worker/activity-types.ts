import { activityType } from '../domain/workflow-messages';

/** Activities by their types in the engine, which are older than some of their names. */
export function byType(activities: object): object {
  return Object.fromEntries(Object.entries(activities).map(([name, activity]) => [activityType(name), activity]));
}
