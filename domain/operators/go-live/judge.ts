import type { BrowserInfo } from '../../payments/payment/browser-info';
import { rfc3339Text } from '../../platform/rfc3339/rfc3339';
import type { GoLiveFact, GoLiveRouteProblem } from './go-live-fact';

/** The last captured payment with a cart. */
export interface PaidCart {
  paymentID: string;
  /** Whether reconciliation has found that the register refused its receipt. */
  isRefused: boolean;
  /** Whether reconciliation has passed its capture. */
  isCompared: boolean;
}

/** @param accounts live accounts of the shop that send receipts, of all of them */
export function judgeReceipts(
  { all, accounts }: { all: readonly string[]; accounts: readonly string[] },
  last: PaidCart | undefined,
): GoLiveFact {
  if (accounts.length === 0) return { kind: 'receiptsNotSent', names: all };
  if (!last) return { kind: 'receiptNotTried', names: accounts };
  const { paymentID } = last;
  if (last.isRefused) return { kind: 'receiptRefused', paymentID };
  return last.isCompared ? { kind: 'receiptNotRefused', paymentID } : { kind: 'receiptNotCompared', paymentID };
}

const BROWSER_FIELDS = [
  ...([
    'userAgent',
    'acceptHeader',
    'language',
    'screenWidth',
    'screenHeight',
    'colorDepth',
    'timeZoneOffset',
  ] as const),
] satisfies (keyof BrowserInfo)[];

/** @param accounts live accounts whose 3-D Secure needs the whole browser, of all of them */
export function judgeBrowser(
  { all, accounts }: { all: readonly string[]; accounts: readonly string[] },
  last: { paymentID: string; browser: BrowserInfo | null } | undefined,
): GoLiveFact {
  if (accounts.length === 0) return { kind: 'browserNotNeeded', names: all };
  if (!last) return { kind: 'browserNotSeen', names: accounts };
  const { paymentID, browser } = last;
  const names = BROWSER_FIELDS.filter((name) => browser?.[name] === undefined);
  return names.length === 0 ? { kind: 'browserComplete', paymentID } : { kind: 'browserIncomplete', paymentID, names };
}

/** A webhook of the shop with the last attempt since its address and key are as they are. */
export interface TriedWebhook {
  id: string;
  isPaused: boolean;
  lastAt: Date | null;
  /** Null without an answer. */
  lastStatus: number | null;
}

/** The first webhook that is not in order; otherwise the first. */
export function judgeWebhooks(webhooks: readonly TriedWebhook[]): GoLiveFact {
  const [first, ...others] = webhooks.map(judgeWebhook);
  if (!first) return { kind: 'webhookMissing' };
  return [first, ...others].find(({ kind }) => kind !== 'webhookAccepted') ?? first;
}

function judgeWebhook({ id: webhookID, isPaused, lastAt, lastStatus }: TriedWebhook): GoLiveFact {
  if (isPaused) return { kind: 'webhookPaused', webhookID };
  if (lastAt === null) return { kind: 'webhookNotTried', webhookID };
  const isAccepted = lastStatus !== null && lastStatus >= 200 && lastStatus < 300;
  return { kind: isAccepted ? 'webhookAccepted' : 'webhookFails', webhookID, at: rfc3339Text(lastAt) };
}

interface RoutedAccount {
  account: string;
  problem: GoLiveRouteProblem | undefined;
}

export function judgeShopRoutes(realm: 'test' | 'live', routes: readonly RoutedAccount[]): GoLiveFact {
  if (realm === 'test') return { kind: 'shopIsTest' };
  if (routes.length === 0) return { kind: 'routesMissing' };
  for (const { account, problem } of routes) if (problem) return { kind: 'routeWrong', account, problem };
  return { kind: 'routesLive', names: routes.map(({ account }) => account) };
}

/** One requests what another approves. */
export function judgePeople(count: number): GoLiveFact {
  return { kind: count < 2 ? 'administratorMissing' : 'administrators', count };
}

/** @param weak variables whose keys production would refuse */
export function judgeKeys({ isProduction, weak }: { isProduction: boolean; weak: readonly string[] }): GoLiveFact {
  if (weak.length > 0) return { kind: 'keysWeak', names: weak };
  return { kind: isProduction ? 'keysStrong' : 'notProduction' };
}

/** What a person has tried and recorded. */
export interface RecordedTrial {
  at: Date;
  by: string;
}

const MAX_TRIAL_AGE_MS = 30 * 86_400_000;

const TRIALS = {
  backup: ['backupRestored', 'backupRestoredLongAgo', 'backupNotRestored'],
  alerts: ['alertReceived', 'alertReceivedLongAgo', 'alertNotReceived'],
} as const;

export function judgeTrial(check: keyof typeof TRIALS, trial: RecordedTrial | undefined, now: Date): GoLiveFact {
  const [recent, longAgo, missing] = TRIALS[check];
  if (!trial) return { kind: missing };
  const at = rfc3339Text(trial.at);
  const isRecent = now.getTime() - trial.at.getTime() <= MAX_TRIAL_AGE_MS;
  return isRecent ? { kind: recent, at, by: trial.by } : { kind: longAgo, at };
}
