import {
  proxyActivities,
  proxyLocalActivities,
  type ActivityInterfaceFor,
  type ActivityOptions,
  type LocalActivityOptions,
} from '@temporalio/workflow';

/** Of activities that are repeated until they are done. */
export const UNLIMITED_RETRY = { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '5 min' } as const;

/**
 * Constant summaries of activities in Temporal UI, because amounts, names and ids must not enter a history. A missing
 * summary does not compile.
 */
export type Summaries<Activities> = Readonly<Record<keyof Activities & string, string>>;

/** Creates ordinary activities with summaries. */
export function ordinaryActivities<Activities extends object>(
  summaries: Summaries<Activities>,
  options: Omit<ActivityOptions, 'summary'>,
): ActivityInterfaceFor<Activities> {
  return proxyEach<Activities>(summaries, (summary) => proxyActivities({ ...options, summary }));
}

/** Creates local activities with summaries. */
export function localActivities<Activities extends object>(
  summaries: Summaries<Activities>,
  options: Omit<LocalActivityOptions, 'summary'>,
): ActivityInterfaceFor<Activities> {
  return proxyEach<Activities>(summaries, (summary) => proxyLocalActivities({ ...options, summary }));
}

/** Creates one proxy per activity, because the SDK accepts one summary per proxy. */
function proxyEach<Activities extends object>(
  summaries: Summaries<Activities>,
  proxyWith: (summary: string) => Record<string, unknown>,
): ActivityInterfaceFor<Activities> {
  const named = Object.entries<string>(summaries).map(([name, summary]) => [name, proxyWith(summary)[name]]);
  return Object.fromEntries(named) as ActivityInterfaceFor<Activities>;
}
