import type { MissingFact } from '../../domain/operators/timeline/facts';
import type { TimelineTarget } from '../../domain/operators/timeline/target';
import type { TimelineKind, WorkflowRun, WorkflowStep } from '../../domain/operators/timeline/timeline';
import type { Store } from '../../store/store';
import { foldTimeline } from './fold';
import { mergeTimeline, type MergedEntry } from './merge';
import { MAX_WORKFLOWS } from './workflow-steps';
import { readTimeline } from '../../store/operators/timeline/timeline';

/** Reads the steps of workflows. @throws if Temporal is unavailable */
export type WorkflowSteps = (workflowIDs: readonly string[]) => Promise<WorkflowStep[]>;

export interface CollectedTimeline {
  entries: MergedEntry[];
  missing: MissingFact[];
}

/** What of a timeline is shown. */
export interface TimelineView {
  /** Only entries of this kind. */
  kind?: TimelineKind | undefined;
  /** Whether repeated entries are shown one by one. */
  isUnfolded?: boolean | undefined;
}

/**
 * Builds the timeline of a target; if Temporal is unavailable, without workflow steps.
 * @throws Refusal notFound
 */
export async function buildTimeline(
  store: Store,
  target: TimelineTarget,
  readSteps: WorkflowSteps,
  { kind, isUnfolded }: TimelineView = {},
): Promise<CollectedTimeline> {
  const { workflowIDs, cut, ...recorded } = await readTimeline(store.database, target);
  const show = (entries: readonly MergedEntry[]): MergedEntry[] => {
    const chosen = entries.filter((entry) => kind === undefined || entry.kind === kind);
    return isUnfolded ? chosen : foldTimeline(chosen);
  };
  const missing = [...cut];
  if (kind !== undefined && kind !== 'workflow') {
    return { entries: show(mergeTimeline({ ...recorded, steps: [] })), missing };
  }
  const unread = workflowIDs.length - MAX_WORKFLOWS;
  if (unread > 0) missing.push({ what: 'workflowSteps', unread });
  const steps = await readSteps(workflowIDs).catch((error: unknown) => {
    missing.push({ what: 'workflowSteps', text: error instanceof Error ? error.message : String(error) });
    return [];
  });
  return { entries: show(mergeTimeline({ ...recorded, steps })), missing };
}

/** Builds the address of a run in Temporal UI. */
export function workflowUrl(
  { workflowID, runID }: WorkflowRun,
  { uiUrl, namespace }: { uiUrl: string; namespace: string },
): string {
  const [place, workflow] = [namespace, workflowID].map(encodeURIComponent);
  return `${uiUrl.replace(/\/$/, '')}/namespaces/${place}/workflows/${workflow}/${runID}/history`;
}
