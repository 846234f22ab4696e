import { goLiveState, type GoLiveFact } from './go-live-fact';
import {
  judgeBrowser,
  judgeKeys,
  judgePeople,
  judgeReceipts,
  judgeShopRoutes,
  judgeTrial,
  judgeWebhooks,
} from './judge';

const NOW = new Date('2026-11-29T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const concerned = { all: ['a', 'b'], accounts: ['a'] };
const without = { all: ['a', 'b'], accounts: [] };
const BROWSER = {
  ...{ userAgent: 'u', acceptHeader: 'a', language: 'ru', screenWidth: 1, screenHeight: 1, colorDepth: 24 },
  timeZoneOffset: 0,
};
const { language: _, ...WITHOUT_LANGUAGE } = BROWSER;
const cart = (given: object) => ({ paymentID: 'i.1', isRefused: false, isCompared: false, ...given });
const webhook = (given: object) => ({ id: 'w', isPaused: false, lastAt: NOW, lastStatus: 200, ...given });

test.each<[string, GoLiveFact, string]>([
  ['receipts that no account sends', judgeReceipts(without, undefined), 'done receiptsNotSent'],
  ['no payment with a cart', judgeReceipts(concerned, undefined), 'toDo receiptNotTried'],
  ['a refused receipt', judgeReceipts(concerned, cart({ isRefused: true, isCompared: true })), 'toDo receiptRefused'],
  ['a receipt that was not compared', judgeReceipts(concerned, cart({})), 'notKnown receiptNotCompared'],
  ['a receipt that was compared', judgeReceipts(concerned, cart({ isCompared: true })), 'done receiptNotRefused'],
  ['an acquirer that asks the payer itself', judgeBrowser(without, undefined), 'done browserNotNeeded'],
  ['no payment by card', judgeBrowser(concerned, undefined), 'toDo browserNotSeen'],
  ['no browser', judgeBrowser(concerned, { paymentID: 'i.1', browser: null }), 'toDo browserIncomplete'],
  ['a part of it', judgeBrowser(concerned, { paymentID: 'i.1', browser: WITHOUT_LANGUAGE }), 'toDo browserIncomplete'],
  ['the whole browser', judgeBrowser(concerned, { paymentID: 'i.1', browser: BROWSER }), 'done browserComplete'],
  ['no webhook', judgeWebhooks([]), 'toDo webhookMissing'],
  ['a webhook without attempts', judgeWebhooks([webhook({ lastAt: null })]), 'toDo webhookNotTried'],
  ['a webhook that is redirected', judgeWebhooks([webhook({ lastStatus: 302 })]), 'toDo webhookFails'],
  ['a webhook that does not answer', judgeWebhooks([webhook({ lastStatus: null })]), 'toDo webhookFails'],
  ['the second webhook paused', judgeWebhooks([webhook({}), webhook({ isPaused: true })]), 'toDo webhookPaused'],
  ['an accepted message', judgeWebhooks([webhook({ lastStatus: 204 })]), 'done webhookAccepted'],
  ['a test shop', judgeShopRoutes('test', [{ account: 'a', problem: undefined }]), 'toDo shopIsTest'],
  ['no routes', judgeShopRoutes('live', []), 'toDo routesMissing'],
  ['a route to the sandbox', judgeShopRoutes('live', [{ account: 'a', problem: 'testConnector' }]), 'toDo routeWrong'],
  ['live routes', judgeShopRoutes('live', [{ account: 'a', problem: undefined }]), 'done routesLive'],
  ['one administrator', judgePeople(1), 'toDo administratorMissing'],
  ['two administrators', judgePeople(2), 'done administrators'],
  ['a weak key', judgeKeys({ isProduction: true, weak: ['ENCRYPTION_KEY'] }), 'toDo keysWeak'],
  ['another environment', judgeKeys({ isProduction: false, weak: [] }), 'toDo notProduction'],
  ['random keys in production', judgeKeys({ isProduction: true, weak: [] }), 'done keysStrong'],
  ['no restore', judgeTrial('backup', undefined, NOW), 'toDo backupNotRestored'],
  [
    'a restore 31 days ago',
    judgeTrial('backup', { at: daysAgo(31), by: 'operator/a' }, NOW),
    'toDo backupRestoredLongAgo',
  ],
  ['a restore 29 days ago', judgeTrial('backup', { at: daysAgo(29), by: 'operator/a' }, NOW), 'done backupRestored'],
  ['no alert', judgeTrial('alerts', undefined, NOW), 'toDo alertNotReceived'],
  [
    'an alert 31 days ago',
    judgeTrial('alerts', { at: daysAgo(31), by: 'operator/a' }, NOW),
    'toDo alertReceivedLongAgo',
  ],
  ['an alert 29 days ago', judgeTrial('alerts', { at: daysAgo(29), by: 'operator/a' }, NOW), 'done alertReceived'],
  ['an account that answers', { kind: 'accountAnswers', account: 'a', milliseconds: 1 }, 'done accountAnswers'],
  ['an account that fails', { kind: 'accountFails', account: 'a', outcome: 'noAnswer' }, 'toDo accountFails'],
  ['no live account', { kind: 'noLiveAccount' }, 'toDo noLiveAccount'],
])('%s is judged by evidence', (_name, fact, expected) => {
  expect(`${goLiveState(fact)} ${fact.kind}`).toBe(expected);
});

test('an incomplete browser names what is missing', () => {
  const fact = judgeBrowser(concerned, { paymentID: 'i.1', browser: WITHOUT_LANGUAGE });
  expect(fact).toEqual({ kind: 'browserIncomplete', paymentID: 'i.1', names: ['language'] });
});
