import fc from 'fast-check';
import type { Chargeback } from '../chargeback/chargeback';
import { decideDispute } from './decide-dispute';
import type { DisputeNotice } from './dispute';

type Statement = Pick<DisputeNotice, 'event' | 'stage' | 'statedAt' | 'amountMinor'>;
type State = Pick<Chargeback, 'stage' | 'status' | 'bodyMinor' | 'disputeStatedAt'>;

const STATUS = { accept: 'accepted', reject: 'rejected', cancel: 'cancelled' } as const;

/** The chargeback after a statement; undefined if the statement waits or is for an operator. */
function apply(state: State | undefined, statement: Statement): { state: State | undefined } | undefined {
  const step = decideDispute(statement, state);
  if (step.do === 'nothing') return { state };
  if (step.do === 'wait' || step.do === 'list') return undefined;
  const bodyMinor = state?.bodyMinor ?? statement.amountMinor ?? 0n;
  const stated = { bodyMinor, disputeStatedAt: statement.statedAt };
  if (step.do === 'open') return { state: { ...stated, stage: statement.stage ?? 'chargeback', status: 'pending' } };
  return { state: { ...stated, stage: step.stage, status: step.close === undefined ? 'pending' : STATUS[step.close] } };
}

/** Applies statements as they arrive; those that wait are repeated after each. */
function run(arriving: readonly Statement[]): { state: State | undefined; waiting: Statement[] } {
  let state: State | undefined;
  let waiting: Statement[] = [];
  for (const statement of arriving) {
    for (let isChanged = true, next = [...waiting, statement]; isChanged; next = waiting) {
      isChanged = false;
      waiting = [];
      for (const each of next.toSorted((one, other) => one.statedAt.getTime() - other.statedAt.getTime())) {
        const applied = apply(state, each);
        if (!applied) waiting.push(each);
        else isChanged = true;
        state = applied ? applied.state : state;
      }
    }
  }
  return { state, waiting };
}

const at = (minute: number) => new Date(minute * 60_000);
const LIVES: Record<string, Omit<Statement, 'statedAt'>[]> = {
  'rejected at chargeback': [
    { event: 'inquiry' },
    { event: 'opened', stage: 'chargeback', amountMinor: 100n },
    { event: 'updated' },
    { event: 'won', stage: 'chargeback' },
  ],
  'accepted at pre-arbitration': [
    { event: 'opened', stage: 'chargeback', amountMinor: 100n },
    { event: 'won', stage: 'chargeback' },
    { event: 'opened', stage: 'pre-arbitration', amountMinor: 100n },
    { event: 'lost', stage: 'pre-arbitration' },
  ],
  'rejected at arbitration': [
    { event: 'opened', stage: 'chargeback', amountMinor: 100n },
    { event: 'lost' },
    { event: 'opened', stage: 'pre-arbitration', amountMinor: 100n },
    { event: 'won', stage: 'arbitration' },
  ],
  'cancelled at pre-arbitration': [
    { event: 'opened', stage: 'pre-arbitration', amountMinor: 100n },
    { event: 'withdrawn', stage: 'pre-arbitration' },
  ],
};

test.each(Object.entries(LIVES))('a dispute ends %s in any order of doubled statements', (end, life) => {
  const stated = life.map((statement, minute) => ({ ...statement, statedAt: at(minute) }));
  const doubled = [...stated, ...stated];
  const arriving = fc.shuffledSubarray(doubled, { minLength: doubled.length, maxLength: doubled.length });
  fc.assert(
    fc.property(arriving, (statements) => {
      const { state, waiting } = run(statements);
      expect([`${state?.status} at ${state?.stage}`, waiting]).toEqual([end, []]);
    }),
    { numRuns: 300 },
  );
});

const PENDING: State = { stage: 'chargeback', status: 'pending', bodyMinor: 100n, disputeStatedAt: at(5) };

test.each<[string, Omit<Statement, 'statedAt'>, State | undefined, string]>([
  ['an opening without an amount', { event: 'opened' }, undefined, 'list'],
  ['an opening over nothing', { event: 'opened', amountMinor: 0n }, undefined, 'list'],
  ['an opening over less than nothing', { event: 'opened', amountMinor: -1n }, undefined, 'list'],
  [
    'a next stage over less than nothing',
    { event: 'opened', stage: 'arbitration', amountMinor: -1n },
    { ...PENDING, status: 'accepted' },
    'list',
  ],
  ['another amount of a pending chargeback', { event: 'opened', amountMinor: 99n }, PENDING, 'list'],
  ['an end without a chargeback', { event: 'lost' }, undefined, 'wait'],
  ['a win after an acceptance at the same stage', { event: 'won' }, { ...PENDING, status: 'accepted' }, 'wait'],
  ['an opening of a decided stage', { event: 'opened' }, { ...PENDING, status: 'rejected' }, 'wait'],
  ['an inquiry', { event: 'inquiry' }, undefined, 'nothing'],
  ['an update of an ended chargeback', { event: 'updated' }, { ...PENDING, status: 'rejected' }, 'nothing'],
])('the step of %s', (_, statement, chargeback, step) => {
  expect(decideDispute({ ...statement, statedAt: at(6) }, chargeback).do).toBe(step);
});

test('an earlier statement than the applied one is superseded', () => {
  const step = decideDispute({ event: 'lost', statedAt: at(4) }, PENDING);
  expect(step).toEqual({ do: 'nothing', isSuperseded: true });
});
