import { mergeTimeline } from '../../domain/timeline/merge';
import type { TimelineTarget } from '../../domain/timeline/target';
import type { TimelineEntry, WorkflowRun, WorkflowStep } from '../../domain/timeline/timeline';
import type { Store } from '../../store/store';
import { MAX_WORKFLOWS } from './workflow-steps';
import { readTimeline } from '../../store/timeline/timeline';

/** Asks the engine what it knows of workflows. @throws where it does not answer */
export type WorkflowSteps = (workflowIDs: readonly string[]) => Promise<WorkflowStep[]>;

export interface Timeline {
  entries: TimelineEntry[];
  /** What could not be asked, or is more than is read, in words: the timeline lacks it. */
  missing: string[];
}

/**
 * All that is known of a target in one order. Where the engine is away the rest is told all the same.
 * @throws Refusal notFound
 */
export async function buildTimeline(store: Store, target: TimelineTarget, stepsOf: WorkflowSteps): Promise<Timeline> {
  const { workflowIDs, cut, ...recorded } = await readTimeline(store.database, target);
  const missing = [...cut];
  const unread = workflowIDs.length - MAX_WORKFLOWS;
  if (unread > 0) missing.push(`the steps of ${unread} of ${workflowIDs.length} workflows`);
  const steps = await stepsOf(workflowIDs).catch((error: unknown) => {
    missing.push(`the steps of the workflows: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  });
  return { entries: mergeTimeline({ ...recorded, steps }), missing };
}

/** Where Temporal UI shows a run. */
export function workflowUrl(
  { workflowID, runID }: WorkflowRun,
  { uiUrl, namespace }: { uiUrl: string; namespace: string },
): string {
  const [place, workflow] = [namespace, workflowID].map(encodeURIComponent);
  return `${uiUrl.replace(/\/$/, '')}/namespaces/${place}/workflows/${workflow}/${runID}/history`;
}
