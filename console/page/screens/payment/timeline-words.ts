import type { Schemas } from '../../api/client';
import { readableName } from '../../parts/readable-name';
import type { ConsoleTexts } from '../../texts/ru';

type Entry = Pick<Schemas['TimelineEntry'], 'kind' | 'what' | 'reason'>;

/** The words of a language: the names of commands stand in a catalogue of their own. */
export type TimelineWords = Pick<ConsoleTexts, 'timeline' | 'commands'>;

export interface DescribedEntry {
  title: string;
  reason?: string;
  /** The numbers for developers, in small print. */
  more?: string;
  /** Whether something was refused or went wrong; only that is marked. */
  isRefusal?: boolean;
}

type Described = Omit<DescribedEntry, 'reason'>;
type Words = Readonly<Record<string, string>>;

/** Splits an entry into what happened, why, and the numbers around it. An unknown text is shown as the API tells it. */
export function describeEntry({ kind, what, reason }: Entry, words: TimelineWords): DescribedEntry {
  const described = DESCRIPTIONS[kind]?.(what, words) ?? { title: what };
  if (reason === undefined) return described;
  return { ...described, reason: isCode(kind, what) ? reasonText(reason, words) : reason };
}

const DESCRIPTIONS: Record<Entry['kind'], (what: string, words: TimelineWords) => Described | undefined> = {
  event: describeEvent,
  call: describeCall,
  operator: (what, words) => describeCommand(what, words) ?? describeCall(what, words),
  ledger: describePosting,
  workflow: describeStep,
  connector: (what, words) => describeDispute(what, words) ?? describeRequest(what, words),
  webhook: describeDelivery,
  finding: describeFinding,
};

/** Codes of the platform have words; what an endpoint, an acquirer or a person wrote is shown letter for letter. */
function isCode(kind: Entry['kind'], what: string): boolean {
  return kind === 'ledger' || kind === 'event' || (kind === 'connector' && / goes to /.test(what));
}

function translatePhrases(text: string, words: Words): string {
  return Object.entries(words).reduce((result, [phrase, word]) => result.replaceAll(phrase, word), text);
}

function reasonText(reason: string, { timeline }: TimelineWords): string {
  const [, first = '', rest = ''] = /^([^:]+)(.*)$/s.exec(reason) ?? [];
  const known = timeline.reasons[reason] ?? (timeline.reasons[first] && timeline.reasons[first] + rest);
  return translatePhrases(known ?? reason, timeline.phrases);
}

function join(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(', ');
}

function describeEvent(what: string, { timeline }: TimelineWords): Described | undefined {
  const [, type, of, status, number] = /^(\w+)(?: (of [^:(]+?))?(?:: (\S+))? \(event (\d+)\)$/.exec(what) ?? [];
  if (type === undefined || number === undefined) return undefined;
  const more = join([of && translatePhrases(of, timeline.phrases), timeline.event(number)]);
  const whole = status && timeline.events[`${type} ${status}`];
  const isRefusal = /failed$/i.test(status ?? type);
  if (whole) return { title: whole, more, isRefusal };
  const title = timeline.events[type] ?? readableName(type);
  return { title: status ? `${title}: ${status}` : title, more, isRefusal };
}

function describeCall(what: string, { timeline }: TimelineWords): Described | undefined {
  const [, operation, caller, status, by, id = ''] =
    /^(\w+) by (.+?)(?:, answered (\d+))? \((request|workflow) (.+)\)$/.exec(what) ?? [];
  if (operation === undefined) return undefined;
  // A shop and a payer call the same operation for different reasons.
  const kindOfCaller = caller?.split('/', 1)[0];
  const name = timeline.calls[`${operation} ${kindOfCaller}`] ?? timeline.calls[operation] ?? readableName(operation);
  const isRefusal = status !== undefined && Number(status) >= 400;
  const title = isRefusal ? timeline.refused(name, status) : name;
  return { title, isRefusal, more: join([caller, by === 'request' ? timeline.request(id) : timeline.workflow(id)]) };
}

function describeCommand(what: string, { timeline, commands }: TimelineWords): Described | undefined {
  const [, text = '', id] = /^(.+) \(command (.+)\)$/.exec(what) ?? [];
  if (id === undefined) return undefined;
  const more = timeline.command(id);
  const name = (type: string, amount?: string): string => [commands[type] ?? type, amount].filter(Boolean).join(' ');
  const [, who, type, amount] = /^(.+) \(\w+\) requests (\w+)(?: of (.+))?$/.exec(text) ?? [];
  if (who && type) return { title: timeline.asks(who, name(type, amount)), more };
  const [, decider, verb, decided] = /^(.+) (approves|rejects) (\w+)$/.exec(text) ?? [];
  if (decider && decided)
    return {
      title: timeline[verb as 'approves' | 'rejects'](decider, name(decided)),
      more,
      isRefusal: verb === 'rejects',
    };
  const [, lapsed] = /^(\w+) expires without approval$/.exec(text) ?? [];
  if (lapsed) return { title: timeline.lapsed(name(lapsed)), more };
  const [, ended, state] = /^(\w+) (Succeeded|Failed)$/.exec(text) ?? [];
  if (!ended) return undefined;
  const title = `${name(ended)}: ${(timeline.events[`StatusChanged ${state}`] ?? state ?? '').toLowerCase()}`;
  return { title, more, isRefusal: state === 'Failed' };
}

function describePosting(what: string, { timeline }: TimelineWords): Described | undefined {
  const [, done = '', accounts, id] = /^(.+?): (.+ → .+) \((.+)\)$/.exec(what) ?? [];
  if (accounts === undefined || id === undefined) return undefined;
  const title = done === 'hold released' ? timeline.released : translatePhrases(done, timeline.ledger);
  return { title: `${title}: ${accounts}`, more: id };
}

function describeStep(what: string, { timeline }: TimelineWords): Described | undefined {
  const [, workflow, activity, number, end] = /^(\S+): (\w+), attempt (\d+), (\w+)$/.exec(what) ?? [];
  const attempt = translatePhrases(`attempt ${number}`, timeline.phrases);
  if (workflow && activity && end) {
    const title = `${activity}: ${timeline.steps[end] ?? end}`;
    return { title, more: join([workflow, attempt]), isRefusal: end === 'failed' };
  }
  const [, id, text] = /^(\S+): (.+)$/s.exec(what) ?? [];
  return id && text ? { title: translatePhrases(text, timeline.steps), more: id } : undefined;
}

function describeDispute(what: string, { timeline }: TimelineWords): Described | undefined {
  const [, account, reference, event = '', rest = ''] = /^(\S+) states dispute (\S+) (\w+)(.*)$/.exec(what) ?? [];
  if (account === undefined) return undefined;
  const name = timeline.disputeEvents[event] ?? readableName(event).toLowerCase();
  return { title: timeline.dispute(account, name), more: `${reference}${rest}` };
}

function describeRequest(what: string, { timeline }: TimelineWords): Described | undefined {
  const [, attempt, connector, operation] = /^(.+?) goes to (\S+)(?: \((.+)\))?$/.exec(what) ?? [];
  if (connector) return { title: timeline.toConnector(connector), more: operation ?? attempt ?? '' };
  const [, by, outcome, rest = ''] = /^(\S+) (\w+) (attempt \d+|\S+)$/.exec(what) ?? [];
  if (!by || !outcome) return undefined;
  const title = `${by}: ${timeline.outcomes[outcome] ?? outcome}`;
  return { title, more: translatePhrases(rest, timeline.phrases), isRefusal: outcome !== 'approved' };
}

function describeDelivery(what: string, { timeline }: TimelineWords): Described | undefined {
  const [, type = '', id, webhook, rest = ''] =
    /^(\w+) \(message (\d+)\) to webhook ([^\s,:]+)(?:,|:) (.*)$/.exec(what) ?? [];
  if (id === undefined || webhook === undefined) return undefined;
  const name = timeline.events[type] ?? readableName(type);
  const message = timeline.message(id, webhook);
  const [, number, status, ms = ''] = /^attempt (\d+): (?:answered (\d+)|no answer) in (\d+) ms$/.exec(rest) ?? [];
  if (number === undefined) {
    const state = { 'no attempt yet': timeline.notTried, discarded: timeline.discarded }[rest] ?? rest;
    return { title: `${name}: ${state}`, more: message };
  }
  const answer = status ? timeline.answered(status) : timeline.unanswered;
  return {
    title: `${name}: ${answer}`,
    more: join([message, timeline.attempt(number, ms)]),
    isRefusal: status !== '200',
  };
}

function describeFinding(what: string, { timeline }: TimelineWords): Described | undefined {
  const [, connector, kind, operation, found = ''] =
    /^(\S+) differs, (\w+) of (\S+) \(finding (.+)\)$/.exec(what) ?? [];
  if (connector) return { title: timeline.differs(connector), more: join([kind, operation, timeline.finding(found)]) };
  const [, id, status = '', who] = /^finding (\S+) (\w+)(?: by (.+))?$/.exec(what) ?? [];
  if (id === undefined) return undefined;
  return { title: `${timeline.finding(id)}: ${timeline.findings[status] ?? status}`, ...(who ? { more: who } : {}) };
}
