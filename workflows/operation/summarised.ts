import {
  proxyActivities,
  proxyLocalActivities,
  type ActivityInterfaceFor,
  type ActivityOptions,
  type LocalActivityOptions,
} from '@temporalio/workflow';

/**
 * What operators read in Temporal UI beside each activity: constant words, for amounts, names and ids have no business in a
 * history. One that has none does not compile.
 */
export type Summaries<Activities> = Readonly<Record<keyof Activities & string, string>>;

/** Ordinary activities, each scheduled with its summary. */
export function ordinaryActivities<Activities extends object>(
  summaries: Summaries<Activities>,
  options: Omit<ActivityOptions, 'summary'>,
): ActivityInterfaceFor<Activities> {
  return summarised<Activities>(summaries, (summary) => proxyActivities({ ...options, summary }));
}

/** Local activities, as above. */
export function localActivities<Activities extends object>(
  summaries: Summaries<Activities>,
  options: Omit<LocalActivityOptions, 'summary'>,
): ActivityInterfaceFor<Activities> {
  return summarised<Activities>(summaries, (summary) => proxyLocalActivities({ ...options, summary }));
}

/**
 * The SDK takes one summary for all activities of a proxy, so each has a proxy of its own: made when the workflow's code is
 * loaded, where its options are the same for every run.
 */
function summarised<Activities extends object>(
  summaries: Summaries<Activities>,
  proxyWith: (summary: string) => Record<string, unknown>,
): ActivityInterfaceFor<Activities> {
  const named = Object.entries<string>(summaries).map(([name, summary]) => [name, proxyWith(summary)[name]]);
  return Object.fromEntries(named) as ActivityInterfaceFor<Activities>;
}
