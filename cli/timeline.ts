import type { Command } from 'commander';
import { formatTimeline } from '../domain/timeline/merge';
import { readPaymentName, readRefundName, readSubject, type TimelineTarget } from '../domain/timeline/target';
import type { TimelineEntry } from '../domain/timeline/timeline';
import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import { TemporalGateway } from '../operators/temporal-gateway';
import { buildTimeline, workflowUrl } from '../operators/timeline/timeline';
import { readWorkflowSteps } from '../operators/timeline/workflow-steps';
import { loadEnvironment } from '../runtime/environment';
import { withRemoteOption, callOperatorsApi, getOperatorsUrl, type Call } from './remote';
import { print, withStore } from './with-store';

interface TimelineOptions {
  json?: true;
}

/** `refund NAME`, `withdrawal ID`, `subject TYPE/ID`: what happened to it; `payment NAME` stands with the payments. */
export function addTimelineCommands(program: Command): void {
  const refund = program.command('refund').description('what happened to a refund, in one order');
  asTimeline(refund, '<invoice.payment.refund>', (name) => {
    const ref = readRefundName(name);
    return ref && { kind: 'refund', ...ref };
  });
  const withdrawal = program.command('withdrawal').description('what happened to a withdrawal, in one order');
  asTimeline(withdrawal, '<id>', (id) => readSubject(`withdrawal/${id.replace(/^withdrawal\//, '')}`));
  const subject = program.command('subject').description("what happened to a webhook's subject, in one order");
  asTimeline(subject, '<invoice/ID|customer/ID|withdrawal/ID|destination/ID>', readSubject);
}

/** Makes a command print the timeline of what its argument names. */
export function asTimeline(
  command: Command,
  argument: string,
  targetOf: (name: string) => TimelineTarget | undefined,
): void {
  command
    .argument(argument)
    .option('--json', 'as one JSON object, with links into Temporal UI')
    .action(async (name: string, { json }: TimelineOptions, called: Command) => {
      const target = targetOf(name);
      if (!target) throw new Error(`${name} is not ${argument.slice(1, -1).toUpperCase()}`);
      const url = getOperatorsUrl(called);
      const told = url === undefined ? await tell(target) : await callOperatorsApi<Told>(url, getCall(target));
      if (json) print(told);
      else printText(told);
    });
  withRemoteOption(command);
}

/** `INVOICE.PAYMENT` as the target of a timeline. */
export function paymentTarget(name: string): TimelineTarget | undefined {
  const ref = readPaymentName(name);
  return ref && { kind: 'payment', ...ref };
}

/** A timeline as the operators' API tells it. */
interface Told {
  entries: {
    at: string;
    kind: TimelineEntry['kind'];
    what: string;
    reason?: string | null;
    workflow?: { workflowID: string; runID: string; url: string } | null;
  }[];
  missing: string[];
}

async function tell(target: TimelineTarget): Promise<Told> {
  const engine = new TemporalGateway(loadEnvironment());
  try {
    return await withStore(async (store) => {
      const getSteps = async (ids: readonly string[]) => readWorkflowSteps(engine, ids);
      const { entries, missing } = await buildTimeline(store, target, getSteps);
      const told = entries.map(({ at, workflow, ...entry }) => ({
        at: rfc3339Text(at),
        ...entry,
        workflow: workflow && { ...workflow, url: workflowUrl(workflow, engine.ui) },
      }));
      return { entries: told, missing };
    });
  } finally {
    await engine.close();
  }
}

function getCall(target: TimelineTarget): Call {
  const parts = buildPath(target).map(encodeURIComponent);
  return { method: 'GET', path: `${parts.join('/')}/timeline` };
}

function buildPath(target: TimelineTarget): string[] {
  switch (target.kind) {
    case 'payment':
      return ['payments', target.invoiceID, target.paymentID];
    case 'refund':
      return ['payments', target.invoiceID, target.paymentID, 'refunds', target.refundID];
    case 'invoice':
    case 'customer':
    case 'withdrawal':
    case 'destination':
      return ['subjects', target.kind, target.id];
  }
}

function printText({ entries, missing }: Told): void {
  const lines = formatTimeline(
    entries.map((entry) => ({ ...entry, at: new Date(entry.at), reason: entry.reason ?? null, workflow: null })),
  );
  const runs = new Map(entries.flatMap(({ workflow }) => (workflow ? [[workflow.runID, workflow] as const] : [])));
  const links = [...runs.values()].map((run) => `${run.workflowID}: ${run.url}`);
  const sections = [lines, links, missing.map((what) => `MISSING ${what}`)].filter((section) => section.length > 0);
  process.stdout.write(`${sections.map((section) => section.join('\n')).join('\n\n')}\n`);
}
