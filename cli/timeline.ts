import type { Command } from 'commander';
import { timelineLines } from '../domain/timeline/merge';
import { readPaymentName, readRefundName, readSubject, type TimelineTarget } from '../domain/timeline/target';
import { rfc3339Text } from '../domain/rfc3339/rfc3339';
import { Engine } from '../operators/engine';
import { timelineOf, workflowUrl, type Timeline } from '../operators/timeline/timeline';
import { readWorkflowSteps } from '../operators/timeline/workflow-steps';
import { loadEnvironment } from '../runtime/environment';
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
    .action(async (name: string, { json }: TimelineOptions) => {
      const target = targetOf(name);
      if (!target) throw new Error(`${name} is not ${argument.slice(1, -1).toUpperCase()}`);
      await show(target, json ?? false);
    });
}

/** `INVOICE.PAYMENT` as the target of a timeline. */
export function paymentTarget(name: string): TimelineTarget | undefined {
  const ref = readPaymentName(name);
  return ref && { kind: 'payment', ...ref };
}

async function show(target: TimelineTarget, isJson: boolean): Promise<void> {
  const engine = new Engine(loadEnvironment());
  try {
    await withStore(async (store) => {
      const stepsOf = async (ids: readonly string[]) => readWorkflowSteps(await engine.client(), ids);
      const timeline = await timelineOf(store, target, stepsOf);
      if (isJson) printJson(timeline, engine);
      else printText(timeline, engine);
    });
  } finally {
    await engine.close();
  }
}

function printJson({ entries, missing }: Timeline, { ui }: Engine): void {
  print({
    entries: entries.map(({ at, workflow, ...entry }) => ({
      at: rfc3339Text(at),
      ...entry,
      workflow: workflow && { ...workflow, url: workflowUrl(workflow, ui) },
    })),
    missing,
  });
}

function printText({ entries, missing }: Timeline, { ui }: Engine): void {
  const lines = timelineLines(entries);
  const runs = new Map(entries.flatMap(({ workflow }) => (workflow ? [[workflow.runID, workflow] as const] : [])));
  const links = [...runs.values()].map((run) => `${run.workflowID}: ${workflowUrl(run, ui)}`);
  const sections = [lines, links, missing.map((what) => `MISSING ${what}`)].filter((section) => section.length > 0);
  process.stdout.write(`${sections.map((section) => section.join('\n')).join('\n\n')}\n`);
}
