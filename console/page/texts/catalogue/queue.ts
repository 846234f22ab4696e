import type { FactWords } from '../fact-words';
import { en } from '../language';

export const queue = {
  empty: en ? 'Nothing waits here.' : 'Здесь ничего не ждёт.',
  emptyHelp: en
    ? 'The list updates automatically every 15 seconds.'
    : 'Список обновляется автоматически раз в 15 секунд.',
  handOver: en ? 'Hand-over' : 'Передача смены',
  openedBy: (name: string) => (en ? `Last opened by ${name},` : `Последний просмотр: ${name},`),
  due: en ? 'Due or since' : 'Срок или начало',
  accept: en ? 'Accept' : 'Принять',
  contest: en ? 'Contest' : 'Оспорить',
  resolve: en ? 'Close' : 'Закрыть',
  open: en ? 'Open' : 'Открыть',
  resolveHelp: en
    ? 'The finding stays in the audit log with your reason.'
    : 'Расхождение останется в журнале с вашей причиной.',
  acceptHelp: en ? 'The payer keeps the money.' : 'Деньги останутся у плательщика.',
  contestHelp: en
    ? 'The bank gets an objection; the merchant keeps the money if it wins.'
    : 'Банк получит возражение, деньги останутся у магазина, если он выиграет.',
  approveReviewHelp: en ? 'The payment will go to the bank for authorisation.' : 'Платёж уйдёт на авторизацию в банк.',
  rejectReviewHelp: en
    ? 'The payment will fail; no money will be taken.'
    : 'Платёж завершится ошибкой, деньги не спишутся.',
  heldBy: (rule: string) => (en ? `Rule ${rule}` : `Правило ${rule}`),
  requested: (who: string, what: string, subject: string) =>
    en ? `${who} requests: ${what}. ${subject}` : `${who} просит: ${what}. ${subject}`,
  findings: {
    unknownOperation: en ? 'unknown operation' : 'неизвестная операция',
    orphanHold: en ? 'hold without a payment' : 'удержание без платежа',
    lateSuccess: en ? 'late success' : 'поздний успех',
    unrecordedOutcome: en ? 'outcome not recorded' : 'исход не записан',
    missingEffect: en ? 'the provider has no such operation' : 'у провайдера операции нет',
    doubledEffect: en ? 'done twice' : 'операция выполнена дважды',
    differentAmount: en ? 'amount mismatch' : 'разные суммы',
    differentCurrency: en ? 'currency mismatch' : 'разные валюты',
    differentState: en ? 'status mismatch' : 'разные статусы',
    differentSums: en ? 'mismatch of totals' : 'разные итоги',
    unreadableRow: en ? 'unreadable row' : 'нечитаемая строка',
    refusedReceipt: en ? 'receipt not registered' : 'чек не зарегистрирован',
    returnedPayout: en ? 'payout returned' : 'выплата возвращена',
    dispute: en ? 'dispute' : 'спор',
    contradictedAnswer: en ? 'the provider answers about something else' : 'ответ провайдера не о том',
    differentFee: en ? 'another acquirer’s fee' : 'другая комиссия эквайера',
  } satisfies FactWords<'openFinding', 'finding'>,
  stages: {
    chargeback: en ? 'Chargeback' : 'Чарджбэк',
    'pre-arbitration': en ? 'Pre-arbitration' : 'Преарбитраж',
    arbitration: en ? 'Arbitration' : 'Арбитраж',
  } as Record<string, string>,
  evidenceSent: en ? 'documents sent' : 'документы отправлены',
  statedBy: (what: string, account: string) => (en ? `${what}, by ${account}` : `${what}, сообщил ${account}`),
  holdEnds: {
    cancel: en ? 'At its end the money returns to the payer' : 'В конце срока деньги вернутся плательщику',
    capture: en ? 'At its end the money is captured' : 'В конце срока деньги спишутся',
  } as Record<string, string>,
  noConnector: en ? 'No connector is chosen' : 'Коннектор не выбран',
  through: (connector: string) => (en ? `By ${connector}` : `Через ${connector}`),
  payoutStates: {
    overdue: en ? 'overdue' : 'срок прошёл',
    accepted: en ? 'accepted by the provider' : 'принят провайдером',
  } as Record<string, string>,
  waitFor: (subjects: number, url: string) =>
    en ? `${subjects} subjects wait for ${url}` : `Ждут отправки объектов: ${subjects}, ${url}`,
  resources: {
    BankTransferRUB: en ? 'Account in roubles' : 'Счёт в рублях',
    BankCardDestinationResource: en ? 'Card' : 'Карта',
    CryptoWalletDestinationResource: en ? 'Crypto wallet' : 'Криптокошелёк',
    DigitalWalletDestinationResource: en ? 'Digital wallet' : 'Электронный кошелёк',
  } as Record<string, string>,
  waitsForApproval: (what: string) => (en ? `${what} waits for approval` : `${what} ждёт одобрения`),
  problems: {
    missing: en ? 'Ends with an error' : 'Завершается ошибкой',
    taskFails: en ? 'An error in every task' : 'Ошибка в каждой задаче',
    overdue: en ? 'Overdue, and the payment has not ended' : 'Срок прошёл, а платёж не закончен',
  } as Record<string, string>,
  restarted: (problem: string, count: number) =>
    en ? `${problem}, restarts: ${count}` : `${problem}, перезапусков: ${count}`,
  kinds: {
    approvals: en ? 'Approvals' : 'Ждут одобрения',
    reviews: en ? 'Payments under review' : 'Платежи на проверке',
    destinations: en ? 'Destinations' : 'Получатели',
    chargebacks: en ? 'Chargebacks' : 'Чарджбэки',
    endingHolds: en ? 'Ending holds' : 'Удержания кончаются',
    payouts: en ? 'Pending payouts' : 'Выводы в пути',
    findings: en ? 'Reconciliation findings' : 'Расхождения сверки',
    endpoints: en ? 'Failing endpoints' : 'Вебхуки не доходят',
    workflows: en ? 'Failing workflows' : 'Процессы не работают',
  } as Record<string, string>,
};
