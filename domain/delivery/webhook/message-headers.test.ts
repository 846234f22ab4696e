import { sentHeaders } from './message-headers';
import { standardContent, standardHeaders } from './standard-headers';

const FIXED = { 'Content-Type': 'application/json; charset=utf-8', 'User-Agent': 'Holdfast' };

test('an ordinary message has the contract’s headers only', () => {
  expect(sentHeaders({ replayID: null, hasStandardHeaders: false, isTraced: false })).toEqual({
    known: FIXED,
    unknown: ['Content-Signature'],
  });
});

test('a replay, standard headers and a trace add theirs', () => {
  expect(sentHeaders({ replayID: 'R1', hasStandardHeaders: true, isTraced: true })).toEqual({
    known: { ...FIXED, 'Holdfast-Replay': 'R1' },
    unknown: ['Content-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature', 'traceparent'],
  });
});

test('standard headers name the attempt’s time and every active key', () => {
  expect(standardContent({ id: 'm', seconds: 5, body: '{}' })).toBe('m.5.{}');
  expect(standardHeaders({ id: 'm', seconds: 5, signatures: ['v1a,a', 'v1,b'] })).toEqual({
    ...{ 'webhook-id': 'm', 'webhook-timestamp': '5', 'webhook-signature': 'v1a,a v1,b' },
  });
});
