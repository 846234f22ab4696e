import { decimalText } from '../domain/platform/money/amount-text';
import type { CheckItem } from '../operators/doctor/check-fact';

export const list = (names: readonly string[]): string => names.join(', ');
export const listItems = (items: readonly CheckItem[], toText: (item: CheckItem) => string): string =>
  items.map(toText).join(', ');
export const counted = ({ id, count }: CheckItem): string => `${count} at ${id}`;
export const more = (count: number, items: readonly CheckItem[]): string =>
  count > items.length ? ` and ${count - items.length} more` : '';

/** `3 s`, `4 min`, `2 h`, `5 d`. */
export function duration(seconds: number): string {
  if (seconds < 120) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

const PROBLEMS: Record<NonNullable<CheckItem['problem']>, string> = {
  missing: 'missing',
  taskFails: 'its task fails',
  overdue: 'past its deadline',
  notConfigured: 'there is no such account',
  testConnector: 'a test account of a live realm',
  liveAccount: 'a live account of a test realm',
  listsNothing: 'it does not list its operations',
  repeatsPage: 'it lists the same page again',
  unreadableRows: 'it lists too many unreadable rows',
  unavailable: 'unavailable',
};

export function workflow({ id, count, problem }: CheckItem): string {
  const words = problem && PROBLEMS[problem];
  return `${id} (${count === undefined ? '' : `${count} restarts, `}${words})`;
}

export const endpoint = ({ id, name, count }: CheckItem): string =>
  `${name || 'an invalid address'} (webhook ${id}, ${count} ${count === 1 ? 'subject' : 'subjects'})`;

const limit = ({ id, perKey, perToken }: CheckItem): string =>
  `${id}: ${perKey ?? '–'} a key, ${perToken ?? '–'} a token`;
export const limits = (items: readonly CheckItem[]): string =>
  items.length === 0 ? 'the same for all parties' : `own limits: ${items.map(limit).join('; ')}`;

export const route = ({ id, problem, names = [], count = 0 }: CheckItem): string =>
  `${id}: ${problem && PROBLEMS[problem]} (${list(names)}${count > names.length ? ` and ${count - names.length} more` : ''})`;

export function shortfall({ id: currency, ...sums }: CheckItem): string {
  const text = (minor = '0'): string => decimalText({ amountMinor: BigInt(minor), currency });
  return `${text(sums.owed)} ${currency} are owed, ${text(sums.held)} are there, ${text(sums.missing)} are missing`;
}

export const overdue = ({ id, name, reference, seconds = 0 }: CheckItem): string =>
  `${id} (${name ?? 'no connector'}, ${reference ?? 'no reference'}, ${duration(seconds)} late)`;

export const impossible = ({ id, problem, text }: CheckItem): string =>
  `${id}: ${text ?? (problem && PROBLEMS[problem]) ?? ''}`;

export const WORKER_REMEDY = 'start a worker, or find out why it stopped: see its log and /readyz at WORKER_PORT';
export const CODEC_REMEDY =
  'start it (`npm start` does), or fix CODEC_URL; until then Temporal UI shows encrypted payloads';
export const CLAIM_REMEDY = 'let the provider put it into access tokens, or fix OIDC_GROUPS_CLAIM and OIDC_ROLES';
export const apiRemedy = (address: string): string =>
  `is the API running, and does API_URL name it? Its log says why; \`curl ${address}/readyz\``;

export const DEPENDENCIES: Readonly<Record<string, string>> = {
  record: 'PostgreSQL',
  schema: 'the database schema',
  engine: 'Temporal',
};
