import { declineText } from '../../ui/declines/declines';
import {
  describeFact,
  type DescribedEntry,
  type Fact,
  type TimelineWords,
} from '../page/screens/payment/timeline-words';
import { describeWork } from '../page/screens/queue/queue-words';
import { cataloguesIn } from './catalogues';
import operators from '../../specs/operators.json';
import { COMMAND_TYPES } from '../../domain/operators/operator-command/command-types';
import { bindingMachine } from '../../domain/payments/binding/binding.machine';
import { customerMachine } from '../../domain/payments/customer/customer.machine';
import { invoiceMachine } from '../../domain/payments/invoice/invoice.machine';
import { mergeTimeline } from '../../operators/timeline/merge';
import { FINDING_KINDS } from '../../domain/operators/reconciliation/finding';
import type { TimelineFinding, TimelineSources } from '../../domain/operators/timeline/timeline';
import { paymentFailure, PAYMENT_FAILURE_PATHS } from '../../domain/payments/payment/payment-failure';
import { WITHDRAWAL_FAILURE_CODES } from '../../domain/wallets/withdrawal/withdrawal-failure';
import { paymentMachine } from '../../domain/payments/payment/payment.machine';
import { refundMachine } from '../../domain/payments/refund/refund.machine';

const AT = new Date('2026-11-26T10:00:00Z');
const NOTHING: TimelineSources = {
  ...{ calls: [], commands: [], events: [], transfers: [], attempts: [], steps: [], deliveries: [], findings: [] },
  disputes: [],
  notes: [],
  reviews: [],
};
const RUSSIAN = cataloguesIn('ru');
const ENGLISH = cataloguesIn('en');
const { commands, types, audit } = RUSSIAN;

const FORMAT = {
  money: (amount: number, currency: string) => `${amount / 100} ${currency}`,
  moment: (at: string) => at,
  number: (value: number) => value.toLocaleString('ru'),
};

function describeAll(sources: Partial<TimelineSources>, words: TimelineWords = RUSSIAN): DescribedEntry[] {
  return mergeTimeline({ ...NOTHING, ...sources }).map(({ fact }) => describeFact(fact as Fact, words, FORMAT));
}

const call = { occurredAt: AT, requestID: 'R1', caller: 'apiKey/K1', status: 201, refusal: null };
const run = { workflowID: 'payment/I.1', runID: 'R', at: AT };
const attempt = {
  number: 1,
  connector: 'ACQ',
  operationID: 'OP/1',
  reason: 'route',
  routing: null,
  fee: null,
  startedAt: AT,
};
const finding: Omit<TimelineFinding, 'status' | 'foundAt' | 'statusChangedAt' | 'resolution' | 'resolvedBy'> = {
  ...{ id: 'F1', connector: 'ACQ', kind: 'missingEffect', operationID: 'OP/1', facts: { statement: 'declined' } },
  ...{ currency: 'RUB', connectorMinor: 0n, recordedMinor: 100n },
};
const command = {
  ...{ id: 'C1', type: 'refundPayment', amountMinor: 12_345n, currency: 'RUB', reason: 'Брак', requesterName: 'Анна' },
  ...{
    requestedRole: 'support',
    requestedAt: AT,
    expiresAt: AT,
    deciderName: 'Ирина',
    decidedAt: AT,
    decisionReason: null,
  },
  ...{ finishedAt: AT, failureCode: null, failure: null },
};
const delivery = {
  ...{ webhookID: 'W1', eventID: 7n, eventType: 'PaymentCaptured', occurredAt: AT, delivery: 'delivered' },
  ...{
    discardReason: null,
    finishedAt: AT,
    number: 2,
    startedAt: AT,
    durationMs: 30,
    status: 500,
    error: null,
    answer: null,
  },
};
const posting = {
  ...{ id: 'T1', debitAccountID: 'A1', creditAccountID: 'A2', amountMinor: 100n, currency: 'RUB', createdAt: AT },
  reason: 'payment captured',
};
const dispute = {
  ...{ account: 'ACQ', disputeReference: 'D1', event: 'opened', stage: null, amountMinor: null, currency: null },
  ...{ reasonCode: null, category: null, answerDueAt: null, receivedAt: AT, state: 'OK', problem: null },
};

test.each<[string, Partial<TimelineSources>, string[]]>([
  [
    'a call of a payer and of a shop',
    {
      calls: [
        { ...call, operation: 'createPayment', caller: 'invoiceToken/I' },
        { ...call, operation: 'createPayment' },
      ],
    },
    ['Плательщик нажал «Оплатить»', 'Магазин проводит платёж'],
  ],
  [
    'calls that the audit and the commands name',
    {
      calls: [
        { ...call, operation: 'createPaymentLink', caller: 'operator/1' },
        { ...call, operation: 'refundPayment', caller: 'operator/1' },
      ],
    },
    ['Ссылка на оплату', 'Вернуть деньги'],
  ],
  [
    'a refused call',
    { calls: [{ ...call, operation: 'createRefund', status: 409 }] },
    ['Магазин возвращает деньги: отказ 409'],
  ],
  [
    'a command that a second person approved',
    { commands: [{ ...command, state: 'Succeeded' }] },
    ['Анна просит: вернуть деньги 123.45 RUB', 'Ирина одобряет: вернуть деньги', 'вернуть деньги: выполнено'],
  ],
  [
    'an attempt that failed over',
    { attempts: [{ ...attempt, reason: 'afterDecline', outcome: 'unavailable', answer: null, endedAt: AT }] },
    ['Запрос к ACQ', 'ACQ: эквайер временно не работает'],
  ],
  [
    'a ledger posting',
    {
      transfers: [
        { ...posting, kind: 'posted' },
        { ...posting, kind: 'void' },
      ],
    },
    ['1 RUB переведено: A1 → A2', 'Удержание снято: A1 → A2'],
  ],
  [
    'a webhook attempt',
    { deliveries: [delivery, { ...delivery, number: null, startedAt: null }, { ...delivery, status: null }] },
    ['Деньги списаны: ответ 500', 'Деньги списаны: ещё не отправлено', 'Деньги списаны: нет ответа'],
  ],
  [
    'a step of a workflow',
    {
      steps: [
        { ...run, step: 'activityFailed', activity: 'capture', attempt: 3, failure: 'ОТКАЗ' },
        { ...run, step: 'timerStarted', seconds: 3_665, summary: null },
        { ...run, step: 'timerStarted', seconds: 2.5, summary: null },
        { ...run, step: 'signalled', signal: 'holdDecided' },
        { ...run, step: 'ended', how: 'completed', result: 'captured', failure: null },
      ],
    },
    ['capture: не удался', 'ждёт 1 ч 1 мин', 'ждёт 2,5 с', 'получил сигнал holdDecided', 'выполнен, captured'],
  ],
  ['a dispute', { disputes: [dispute] }, ['ACQ сообщает о споре: открыт']],
  [
    'a finding',
    {
      findings: [
        { ...finding, status: 'resolved', foundAt: AT, statusChangedAt: AT, resolution: 'сверено', resolvedBy: 'anna' },
      ],
    },
    ['Расхождение с ACQ: у провайдера операции нет', 'расхождение F1: закрыто'],
  ],
])('%s has Russian words', (_, sources, titles) => {
  const described = describeAll(sources);
  expect(described.map(({ title }) => title)).toEqual(titles);
  const small = described.map(({ reason = '', more = '' }) => `${reason} ${more}`).join(' ');
  expect(small).not.toMatch(/\b(event|request|message|attempt|answered|command|finding|route|payment captured)\b/);
});

test('text from outside is shown letter for letter, and only refusals are marked', () => {
  const answer = '{"error":"payment 7 not found: shop disabled, attempt 2, priority 1"}';
  const described = describeAll({
    deliveries: [{ ...delivery, answer }],
    attempts: [
      { ...attempt, outcome: 'declined', answer, endedAt: AT },
      { ...attempt, outcome: 'approved', answer: null, endedAt: AT },
    ],
    commands: [{ ...command, state: 'Succeeded', reason: answer, decisionReason: answer }],
    findings: [
      {
        ...finding,
        facts: { text: answer },
        status: 'open',
        foundAt: AT,
        statusChangedAt: AT,
        resolution: null,
        resolvedBy: null,
      },
    ],
  });
  const shown = described.filter(({ reason }) => reason?.includes('error'));
  expect(shown.map(({ reason }) => reason)).toEqual(Array(5).fill(answer));
  const neutral = described.filter(({ title }) => /одобрено|Запрос к ACQ|просит/.test(title));
  expect(neutral.map(({ isRefusal = false }) => isRefusal)).toEqual(Array(4).fill(false));
  expect(described.find(({ title }) => /отклонено/.test(title))?.isRefusal).toBe(true);
});

test('a reason that a merchant typed is no code of the platform', () => {
  const typed = ['payment', 'token', 'refunded'];
  const changes = typed.map((reason) => ({ changeType: 'PaymentStatusChanged', status: 'cancelled', reason }));
  const described = describeAll({ events: [{ number: 5, occurredAt: AT, changes }] });
  expect(described.map(({ reason }) => reason)).toEqual(typed);
});

test('the failure of an earlier attempt is not told as that of the attempt that starts', () => {
  const step = { ...run, step: 'activityStarted', activity: 'capture', attempt: 2, lastFailure: 'ОТКАЗ' } as const;
  expect(describeAll({ steps: [step] })[0]).toMatchObject({
    title: 'capture: начат',
    reason: 'предыдущая попытка: ОТКАЗ',
    isRefusal: false,
  });
});

test('every event of every state machine has Russian words, with its new status', () => {
  const machines = [invoiceMachine, paymentMachine, refundMachine, customerMachine, bindingMachine];
  const emitted = machines.flatMap(({ transitions, creation }) => [
    ...transitions.flatMap(({ emits }) => [...emits]),
    ...creation.emits,
  ]);
  const statuses = [
    ...invoiceMachine.states.map((status) => ({ changeType: 'InvoiceStatusChanged', status })),
    ...paymentMachine.states.map((status) => ({ changeType: 'PaymentStatusChanged', status })),
  ].filter(({ status }) => status !== 'unpaid');
  const changes = [...emitted.map((changeType) => ({ changeType })), ...statuses];
  const described = describeAll({ events: [{ number: 5, occurredAt: AT, changes }] });
  expect(described.filter(({ title }) => /[a-z]/i.test(title))).toEqual([]);
  expect(new Set(described.map(({ more }) => more))).toEqual(new Set(['событие 5']));
});

test('every failure has words, and the history shows them with the code in small print', () => {
  const codes = [...PAYMENT_FAILURE_PATHS, ...WITHDRAWAL_FAILURE_CODES, 'rejected_by_operator'];
  for (const texts of [RUSSIAN.declines, ENGLISH.declines])
    expect(codes.filter((code) => declineText(texts, code) === code || /_/.test(declineText(texts, code)))).toEqual([]);
  expect(declineText(ENGLISH.declines, 'authorization_failed:payment_tool_rejected:unknown')).toBe(
    'The payment tool was rejected',
  );
  const code = 'authorization_failed:insufficient_funds';
  const changes = [{ changeType: 'PaymentStatusChanged', status: 'failed', error: paymentFailure(code) }];
  const described = describeAll({
    events: [{ number: 5, occurredAt: AT, changes }],
    attempts: [{ ...attempt, outcome: 'declined', answer: code, endedAt: AT }],
  }).filter(({ reason }) => reason === 'Недостаточно средств');
  expect(described.map(({ more }) => more)).toEqual([`событие 5, ${code}`, `попытка 1, ${code}`]);
});

test('a payment given up before any hold is not said to have had one', () => {
  const described = describeAll({
    calls: [
      { ...call, operation: 'cancelPayment', caller: 'invoiceToken/I' },
      { ...call, operation: 'cancelPayment', status: 400 },
    ],
    events: [
      {
        number: 5,
        occurredAt: AT,
        changes: [{ changeType: 'PaymentInteractionRequested' }, { changeType: 'PaymentCancelled' }],
      },
    ],
    attempts: [{ ...attempt, outcome: 'abandoned', answer: null, endedAt: AT }],
  });
  const titles = described.map(({ title }) => title).join('\n');
  expect(titles).toMatch(/Плательщик отказался от платежа[^]*Магазин отменяет платёж: отказ 400/);
  expect(titles).not.toMatch(/[Уу]держ|подтвержд|банк|другой способ/);
});

test('every command has Russian and English names', () => {
  const isNamed = (names: Record<string, string>) => (type: string) => names[type] !== undefined;
  expect(Object.keys(COMMAND_TYPES).filter((type) => !isNamed(commands)(type))).toEqual([]);
  expect(Object.keys(COMMAND_TYPES).filter((type) => !isNamed(ENGLISH.commands)(type))).toEqual([]);
});

test.each([
  ['Russian', RUSSIAN, /[a-zA-Z]/],
  ['English', ENGLISH, /[а-яё]|[a-z][A-Z]/],
] as const)('every kind of finding has %s words', (_, words, foreign) => {
  const open = { status: 'open', foundAt: AT, statusChangedAt: AT, resolution: null, resolvedBy: null } as const;
  const findings = FINDING_KINDS.map((kind) => ({ ...finding, ...open, connector: '1', kind }));
  const described = describeAll({ findings }, words);
  expect(described).toHaveLength(FINDING_KINDS.length);
  expect(described.filter(({ title, reason = '' }) => foreign.test(title + reason.replaceAll('RUB', '')))).toEqual([]);
  expect(new Set(described.map(({ title }) => title)).size).toBe(FINDING_KINDS.length);
});

test('every change by an operator has words in the audit', () => {
  const writes = Object.values(operators.paths).flatMap((path) =>
    Object.entries<{ operationId: string }>(path).filter(([method]) => method !== 'get'),
  );
  const operations = writes.map(([, { operationId }]) => operationId);
  expect(operations.length).toBeGreaterThan(40);
  expect(operations.filter((operation) => !(operation in commands) && !(operation in audit.operations))).toEqual([]);
  expect(Object.keys(ENGLISH.audit.operations).filter((operation) => !(operation in audit.operations))).toEqual([]);
  expect(Object.keys(ENGLISH.types).sort()).toEqual(Object.keys(types).sort());
});

test('unknown names become separate words', () => {
  const [event, request] = describeAll(
    {
      events: [{ number: 1, occurredAt: AT, changes: [{ changeType: 'MoonLandingStarted', paymentID: '1' }] }],
      calls: [{ ...call, operation: 'launchRocket' }],
    },
    ENGLISH,
  );
  expect([event, request].map((entry) => entry?.title).sort()).toEqual(['Launch rocket', 'Moon landing started']);
});

test.each<[Parameters<typeof describeWork>[0], string]>([
  [
    { type: 'approval', command: 'blockShop', subjectType: 'shop', subjectID: 'S-1', by: 'Анна' },
    'Анна просит: заблокировать магазин. Магазин S-1',
  ],
  [
    { type: 'chargeback', stage: 'pre-arbitration', reasonCode: '10.4', account: 'ACQ' },
    'Преарбитраж 10.4, сообщил ACQ',
  ],
  [
    { type: 'chargeback', stage: 'chargeback', evidenceSentAt: '2026-11-29T10:00:00Z' },
    'Чарджбэк · документы отправлены',
  ],
  [{ type: 'endingHold', onHoldExpiration: 'cancel' }, 'В конце срока деньги вернутся плательщику'],
  [{ type: 'payout', connector: 'ACQ', state: 'overdue' }, 'Через ACQ, срок прошёл'],
  [{ type: 'payout' }, 'Коннектор не выбран'],
  [
    { type: 'openFinding', connector: 'ACQ', finding: 'orphanHold', operationID: 'payment/I.1/authorise' },
    'ACQ: удержание без платежа (payment/I.1/authorise)',
  ],
  [
    { type: 'endpoint', subjects: 3, url: 'https://shop.example/ subjects wait for ' },
    'Ждут отправки объектов: 3, https://shop.example/ subjects wait for ',
  ],
  [{ type: 'destination', resourceType: 'BankTransferRUB' }, 'Счёт в рублях ждёт одобрения'],
  [{ type: 'workflow', problem: 'taskFails', restarts: 3 }, 'Ошибка в каждой задаче, перезапусков: 3'],
])('an item of the queue has Russian words: %j', (fact, words) => {
  expect(describeWork(fact, RUSSIAN)).toBe(words);
});
