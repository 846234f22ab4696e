import { Option, type Command } from 'commander';
import { readPaymentName, readRefundName, readSubject, type TimelineTarget } from '../domain/operators/timeline/target';
import { TIMELINE_KINDS, type TimelineKind } from '../domain/operators/timeline/timeline';
import { factText, fieldsText } from '../operators/timeline/fact-text';
import type { MissingFact, TimelineFact } from '../domain/operators/timeline/facts';
import type { TimelineView } from '../operators/timeline/timeline';
import { withRemoteOption, callOperatorsApi, getOperatorsUrl, type RemoteCall } from './remote';
import { print } from './with-store';

interface TimelineOptions {
  json?: true;
  kind?: TimelineKind;
  all?: true;
}

/** Makes `payment INVOICE.PAYMENT` print the timeline of the payment. */
export function addPaymentTimeline(payment: Command): void {
  withTimelineAction(payment, '<invoice.payment>', (name) => {
    const ref = readPaymentName(name);
    return ref && { kind: 'payment', ...ref };
  });
}

/** Adds `refund`, `withdrawal` and `subject`, which print timelines. */
export function addTimelineCommands(program: Command): void {
  const refund = program.command('refund').description('timeline of a refund');
  withTimelineAction(refund, '<invoice.payment.refund>', (name) => {
    const ref = readRefundName(name);
    return ref && { kind: 'refund', ...ref };
  });
  const withdrawal = program.command('withdrawal').description('timeline of a withdrawal');
  withTimelineAction(withdrawal, '<id>', (id) => readSubject(`withdrawal/${id.replace(/^withdrawal\//, '')}`));
  const subject = program.command('subject').description("timeline of a webhook's subject");
  withTimelineAction(subject, '<invoice/ID|customer/ID|withdrawal/ID|destination/ID|payout/ID>', readSubject);
}

/** Makes a command print the timeline of its argument. */
function withTimelineAction(
  command: Command,
  argument: string,
  parseTarget: (name: string) => TimelineTarget | undefined,
): void {
  command
    .argument(argument)
    .option('--json', 'print one JSON object with links to Temporal UI')
    .addOption(new Option('--kind <kind>', 'only entries of this kind').choices(TIMELINE_KINDS))
    .option('--all', 'print repeated entries one by one')
    .action(async (name: string, { json, kind, all }: TimelineOptions, called: Command) => {
      const target = parseTarget(name);
      if (!target) throw new Error(`${name} is not ${argument.slice(1, -1).toUpperCase()}`);
      const view = { kind, isUnfolded: all };
      const body = await callOperatorsApi<TimelineBody>(getOperatorsUrl(called), getCall(target, view));
      if (json) print(body);
      else printText(body);
    });
  withRemoteOption(command);
}

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

function getCall(target: TimelineTarget, { kind, isUnfolded }: TimelineView): RemoteCall {
  const parts = buildPath(target).map(encodeURIComponent);
  const query = { kind, unfolded: isUnfolded ? 'true' : undefined };
  return { method: 'GET', path: `${parts.join('/')}/timeline`, query };
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
    case 'payout':
    case 'deposit':
      return ['subjects', target.kind, target.id];
  }
}

function printText({ entries, missing }: TimelineBody): void {
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
  process.stdout.write(`${sections.map((section) => section.join('\n')).join('\n\n')}\n`);
}
