import type { Schemas } from '../../api/client';
import { declineText } from '../../../../ui/declines/declines';
import { readableName } from '../../parts/readable-name';
import { wordFailure } from '../../parts/word-failure';
import type { ConsoleTexts } from '../../texts/texts';

export type Fact = Schemas['TimelineFact'];
type FactOf<Type extends Fact['type']> = Extract<Fact, { type: Type }>;

/** The words of a language: the names of commands stand in a catalogue of their own. */
export type TimelineWords = Pick<ConsoleTexts, 'timeline' | 'findings' | 'commands' | 'declines' | 'errors'> & {
  queue: Pick<ConsoleTexts['queue'], 'findings'>;
  audit: Pick<ConsoleTexts['audit'], 'operations'>;
};

/** How amounts, moments and numbers are written in the language. */
export interface FactFormats {
  money: (amount: number, currency: string) => string;
  moment: (at: string) => string;
  number: (value: number) => string;
}

interface Given extends TimelineWords {
  format: FactFormats;
}

export interface DescribedEntry {
  title: string;
  /** Why; what a person or an endpoint wrote is shown letter for letter. */
  reason?: string | undefined;
  /** The numbers for developers, in small print. */
  more?: string;
  /** Whether something was refused or went wrong; only that is marked. */
  isRefusal?: boolean;
}

/** Words a fact: what happened, why, and the numbers around it. */
export function describeFact(fact: Fact, words: TimelineWords, format: FactFormats): DescribedEntry {
  const describe = DESCRIPTIONS[fact.type] as (fact: Fact, given: Given) => DescribedEntry;
  return describe(fact, { ...words, format });
}

const DESCRIPTIONS: { [Type in Fact['type']]: (fact: FactOf<Type>, given: Given) => DescribedEntry } = {
  call: describeCall,
  command: describeCommand,
  change: describeChange,
  transfer: describeTransfer,
  step: describeStep,
  request: describeRequest,
  dispute: describeDispute,
  review: describeReview,
  delivery: describeDelivery,
  finding: describeFinding,
  note: ({ by, text }, { timeline }) => ({ title: timeline.noted(by), reason: text }),
};

function join(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(', ');
}

function moneyOf(amount: Schemas['FactAmount'] | undefined, { format }: Given): string | undefined {
  return amount && format.money(amount.amount, amount.currency);
}

/** Shows a path of failures as text, with the code in small print. */
function withFailure({ more, ...entry }: DescribedEntry, code: string, { declines }: Given): DescribedEntry {
  return { ...entry, reason: declineText(declines, code), more: join([more, code]) };
}

function nameEvent(type: string, { timeline }: Given): string {
  return timeline.events[type] ?? readableName(type);
}

function describeChange(fact: FactOf<'change'>, given: Given): DescribedEntry {
  const { timeline } = given;
  const { change, status, paymentID, refundID, bindingID, rule, failure, text } = fact;
  const subjects = [
    paymentID && timeline.payment(paymentID),
    refundID && timeline.refund(refundID),
    bindingID && timeline.binding(bindingID),
    rule && timeline.rule(rule),
  ];
  const entry = {
    title: nameChange(change, status, given),
    reason: text && (timeline.reasons[text] ?? text),
    more: join([...subjects, timeline.event(String(fact.event))]),
    isRefusal: (status ?? change).toLowerCase().endsWith('failed'),
  };
  return failure === undefined ? entry : withFailure(entry, failure, given);
}

/** `PaymentStatusChanged: charged_back` is `PaymentChargedBack`; a withdrawal's change names no subject. */
function nameChange(change: string, status: string | undefined, given: Given): string {
  if (status === undefined) return nameEvent(change, given);
  const subject = change.endsWith('StatusChanged') ? change.slice(0, -'StatusChanged'.length) : '';
  const ending = status
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
  if (subject !== '') return nameEvent(subject + ending, given);
  return given.timeline.events[`${change} ${status}`] ?? `${nameEvent(change, given)}: ${status}`;
}

function describeCall(fact: FactOf<'call'>, { timeline, commands, audit }: Given): DescribedEntry {
  const { operation, caller, requestID, status, refusal } = fact;
  // A shop and a payer call the same operation for different reasons.
  const kindOfCaller = caller.split('/', 1)[0];
  const byCaller = timeline.calls[`${operation} ${kindOfCaller}`] ?? timeline.calls[operation];
  const name = byCaller ?? upperFirst(commands[operation] ?? audit.operations[operation] ?? readableName(operation));
  const isRefusal = status !== undefined && status >= 400;
  const by = status === undefined ? timeline.workflow(requestID) : timeline.request(requestID);
  const title = isRefusal ? timeline.refused(name, String(status)) : name;
  return { title, reason: refusal, isRefusal, more: join([caller, by]) };
}

function describeCommand(fact: FactOf<'command'>, given: Given): DescribedEntry {
  const { timeline, commands } = given;
  const { command, step, by = '' } = fact;
  const name = commands[command] ?? command;
  const titles: Record<typeof step, () => string> = {
    requested: () => timeline.asks(by, [name, moneyOf(fact.amount, given)].filter(Boolean).join(' ')),
    approved: () => timeline.approves(by, name),
    rejected: () => timeline.rejects(by, name),
    succeeded: () => `${name}: ${timeline.ended.succeeded}`,
    failed: () => `${name}: ${timeline.ended.failed}`,
    expired: () => timeline.lapsed(name),
  };
  const isRefusal = step === 'rejected' || step === 'failed';
  const reason = wordFailure(given.errors, { failureCode: fact.failure, failure: fact.text });
  return { title: titles[step](), reason, more: timeline.command(fact.commandID), isRefusal };
}

function describeTransfer(fact: FactOf<'transfer'>, given: Given): DescribedEntry {
  const { timeline } = given;
  const { transfer, debitAccountID, creditAccountID, purpose, transferID } = fact;
  const word = timeline.transfers[transfer] ?? transfer;
  const title = transfer === 'void' ? word : `${moneyOf(fact.amount, given)} ${word}`;
  const reason = timeline.purposes[purpose] ?? purpose;
  return { title: `${title}: ${debitAccountID} → ${creditAccountID}`, reason, more: transferID };
}

function describeStep(fact: FactOf<'step'>, { timeline, format }: Given): DescribedEntry {
  const { step, name = '', attempt, seconds = 0, summary, result, nextAt, previousFailure, text } = fact;
  const time = durationText(seconds, timeline.units, format.number);
  const titles: Record<typeof step, () => string> = {
    started: () => `${name}: ${timeline.steps.started}`,
    activityStarted: () => `${name}: ${timeline.steps.started}`,
    activityCompleted: () => `${name}: ${timeline.steps.completed}`,
    activityFailed: () => `${name}: ${timeline.steps.failed}`,
    activityRetrying: () => `${name}: ${timeline.steps.retrying}`,
    timerStarted: () => timeline.waits(time),
    timerFired: () => timeline.waited(time),
    signalled: () => timeline.signal(name),
    updated: () => timeline.update(name),
    ended: () => join([timeline.steps[name as keyof typeof timeline.steps] ?? name, result]),
  };
  const more = join([
    attempt === undefined ? '' : timeline.try(String(attempt)),
    nextAt && timeline.next(format.moment(nextAt)),
  ]);
  const previous = previousFailure && timeline.previous(previousFailure);
  return { title: titles[step](), reason: text ?? previous ?? summary, more, isRefusal: step === 'activityFailed' };
}

const UNIT_SECONDS = [86_400, 3_600, 60];

/** Formats the two largest units of a duration: `6 d 23 h`, `15 min`, `2.5 s`. */
export function durationText(seconds: number, units: readonly string[], numberText: FactFormats['number']): string {
  const smallest = units.at(-1) ?? '';
  if (seconds < 60) return `${numberText(Math.round(seconds * 10) / 10)} ${smallest}`;
  let left = Math.round(seconds);
  const parts = UNIT_SECONDS.map((size, index) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count > 0 ? `${count} ${units[index] ?? ''}` : '';
  });
  return [...parts, left > 0 ? `${left} ${smallest}` : ''].filter(Boolean).slice(0, 2).join(' ');
}

function describeDispute(fact: FactOf<'dispute'>, given: Given): DescribedEntry {
  const { timeline, format } = given;
  const { account, reference, event, stage, reasonCode, category, answerDueAt, state, problem } = fact;
  const name = timeline.disputeEvents[event] ?? readableName(event).toLowerCase();
  const due = answerDueAt && timeline.evidenceDue(format.moment(answerDueAt));
  const more = join([reference, stage, moneyOf(fact.amount, given), due, reasonCode, category, state]);
  const reason = problem && given.findings.disputeProblem[problem];
  return { title: timeline.dispute(account, name), reason, more };
}

function describeReview(fact: FactOf<'review'>, { timeline, format }: Given): DescribedEntry {
  const { step, rule, until, by, text } = fact;
  const isRefusal = step === 'rejected' || step === 'expired';
  const due = until && timeline.reviewUntil(format.moment(until));
  return { title: timeline.reviews[step], reason: text, more: join([timeline.rule(rule), due, by]), isRefusal };
}

function describeRequest(fact: FactOf<'request'>, given: Given): DescribedEntry {
  const { timeline } = given;
  const { connector, operationID, attempt, cause, ranking, outcome, failure, text } = fact;
  const number = attempt === undefined ? undefined : timeline.try(String(attempt));
  if (outcome === undefined) {
    const why = cause && (timeline.causes[cause] ?? cause);
    const reason = ranking ? `${why}: ${rankingText(ranking, given)}` : why;
    return { title: timeline.toConnector(connector), reason, more: join([number, operationID]) };
  }
  const fee = moneyOf(fact.fee, given);
  const entry = {
    title: `${connector}: ${lowerFirst(declineText(given.declines, outcome))}`,
    reason: text,
    more: join([number ?? operationID, fee && timeline.fee(fee)]),
    isRefusal: outcome !== 'approved',
  };
  return failure === undefined ? entry : withFailure(entry, failure, given);
}

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Which accounts could have got the request, in their order. */
function rankingText(ranking: readonly Schemas['RankedAccount'][], { timeline }: Given): string {
  const { rank } = timeline;
  const one = ({ account, result, isPassedOver, priority, weight }: Schemas['RankedAccount']): string => {
    const facts = join([
      priority === undefined ? '' : rank.priority(priority),
      weight === undefined ? '' : rank.weight(weight),
      isPassedOver ? rank.passedOver : '',
      result === 'disabled' ? rank.disabled : '',
    ]);
    return facts === '' ? account : `${account} (${facts})`;
  };
  return ranking.map(one).join(', ');
}

function describeDelivery(fact: FactOf<'delivery'>, given: Given): DescribedEntry {
  const { timeline } = given;
  const { state, webhookID, eventID, eventType, attempt, status, durationMs = 0, discardReason, text } = fact;
  const message = timeline.message(eventID, webhookID);
  const name = nameEvent(eventType, given);
  if (state === 'waiting') return { title: `${name}: ${timeline.notTried}`, more: message };
  if (state === 'discarded') return { title: `${name}: ${timeline.discarded}`, reason: discardReason, more: message };
  const answer = status === undefined ? timeline.unanswered : timeline.answered(String(status));
  const more = join([message, timeline.attempt(String(attempt), String(durationMs))]);
  return { title: `${name}: ${answer}`, reason: text, more, isRefusal: status !== 200 };
}

function describeFinding(fact: FactOf<'finding'>, given: Given): DescribedEntry {
  const { timeline, findings, queue } = given;
  const { findingID, connector, finding, operationID, status, by, facts, text } = fact;
  const name = timeline.finding(findingID);
  if (!facts) return { title: `${name}: ${findings.statuses[status]}`, reason: text, more: join([by]) };
  const [atConnector, here] = [fact.connectorAmount, fact.recordedAmount].map((amount) => moneyOf(amount, given));
  const amounts = [atConnector && findings.atConnector(atConnector), here && findings.here(here)];
  const known = join([...describeFindingFacts(facts, given), ...amounts]);
  const [reason, more] = facts.text === undefined ? [known] : [facts.text, known];
  return {
    title: findings.differs(connector, queue.findings[finding]),
    reason: reason || undefined,
    more: join([more, operationID, name]),
  };
}

type FindingFacts = Required<Schemas['FindingFacts']>;

/** Words what is known of a finding, except for recorded text. */
export function describeFindingFacts(
  facts: Schemas['FindingFacts'],
  { findings }: Pick<ConsoleTexts, 'findings'>,
): string[] {
  const describe: { [Name in keyof Omit<FindingFacts, 'text'>]: (value: FindingFacts[Name]) => string } = {
    ...findings.facts,
    statement: (code) => findings.statement[code],
    disputeProblem: (code) => findings.disputeProblem[code],
    repairProblem: (code) => findings.repairProblem[code],
  };
  return Object.entries(describe).flatMap(([name, toWords]) => {
    const value = facts[name as keyof FindingFacts];
    return value === undefined ? [] : (toWords as (value: unknown) => string)(value);
  });
}

/** Words what is not shown, and why. */
export function describeMissing(
  { what, unread, shown, text }: Schemas['MissingFact'],
  { timeline }: TimelineWords,
): string {
  const counts = [unread && timeline.unread(unread), shown && timeline.shown(shown)];
  return [timeline.missing[what], ...counts, text].filter(Boolean).join(': ');
}
