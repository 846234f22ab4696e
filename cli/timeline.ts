import type { MissingFact, TimelineFact } from '../domain/operators/timeline/facts';
import type { TimelineKind } from '../domain/operators/timeline/timeline';
import { factText, fieldsText } from '../operators/timeline/fact-text';

/** The operators' API's response. */
interface TimelineBody {
  entries: {
    at: string;
    kind: TimelineKind;
    fact: TimelineFact;
    workflow?: { workflowID: string; runID: string; url: string };
    folded?: number;
  }[];
  missing: MissingFact[];
}

/** Words a timeline: its entries, the workflows' addresses, and what is missing. */
export function formatTimeline({ entries, missing }: TimelineBody): string {
  const lines = entries.map(({ at, kind, fact, workflow, folded }) => {
    const run = workflow ? `${workflow.workflowID}: ` : '';
    const more = folded === undefined ? '' : ` [${folded} more like this before]`;
    return `${at.padEnd(24)}  ${kind.padEnd(9)}  ${run}${factText(fact)}${more}`;
  });
  const runs = new Map(entries.flatMap(({ workflow }) => (workflow ? [[workflow.runID, workflow] as const] : [])));
  const links = [...runs.values()].map((run) => `${run.workflowID}: ${run.url}`);
  const sections = [lines, links, missing.map((what) => `MISSING ${fieldsText(what)}`)].filter(
    (section) => section.length > 0,
  );
  return `${sections.map((section) => section.join('\n')).join('\n\n')}\n`;
}
