import { unreadableFinding } from './unreadable';

const WINDOW = { from: new Date('2026-05-01T10:00:00Z'), to: new Date('2026-05-01T11:00:00Z') };
const within = new Date('2026-05-01T10:30:00Z');

test('an unreadable row becomes a finding for its operation', () => {
  const row = {
    name: 'payment/i.1/capture',
    kind: 'capture',
    reason: 'amountMinor: is no amount',
    at: within,
  } as const;
  const finding = unreadableFinding({ ...row, connectorReference: 'SBX1' }, WINDOW);
  expect(finding).toEqual({
    kind: 'unreadableRow',
    operationID: 'payment/i.1/capture',
    operationKind: 'capture',
    facts: { text: 'amountMinor: is no amount' },
    currency: null,
    connectorMinor: null,
    recordedMinor: null,
    connectorReference: 'SBX1',
    at: within,
  });
});

test.each([undefined, new Date('2026-05-01T09:59:59Z'), WINDOW.to])(
  'a row with the time %p outside the window gets the window’s start',
  (at) => {
    const finding = unreadableFinding({ name: 'unreadable/1', reason: 'broken', ...(at && { at }) }, WINDOW);
    expect(finding).toMatchObject({ at: WINDOW.from, operationKind: 'unknown' });
  },
);
