import { en } from '../language';

export const settlement = {
  tabs: en ? 'Settlement' : 'Расчёты',
  payouts: en ? 'Payouts' : 'Выплаты',
  bankFiles: en ? 'Bank files' : 'Файлы для банка',
  bankStatements: en ? 'Bank statements' : 'Выписки банка',
  negativeBalances: en ? 'Negative balances' : 'Долги магазинов',
  margins: en ? 'Margin' : 'Маржа',
  settlementReports: en ? 'Acquirer reports' : 'Отчёты эквайеров',
  secondPerson: en
    ? 'Takes effect when a second person approves it.'
    : 'Решение вступит в силу, когда его одобрит второй человек.',
  ofBatch: en ? 'Transactions of the batch' : 'Операции пакета',
  bankLines: en ? 'What the bank reported' : 'Что сообщил банк',
  lineTitle: en ? 'Balance transaction' : 'Операция по балансу',
  sendFrom: en ? 'Not sent before' : 'Отправить не раньше',
  resultDue: en ? 'The connector decides until' : 'Коннектор решает до',
  record: {
    sent: en ? 'Mark as sent to the bank' : 'Отметить: передана банку',
    paid: en ? 'Mark as paid' : 'Отметить: зачислена',
    failed: en ? 'Mark as failed' : 'Отметить: не удалась',
    returned: en ? 'Mark as returned' : 'Отметить: возвращена',
    cancelled: en ? 'Cancel the payout' : 'Отменить выплату',
  },
  recordHelp: en
    ? 'The money goes back to the balance of the shop. The merchant sees the reason. A second person has to approve.'
    : 'Деньги вернутся на баланс магазина. Причину увидит мерчант. Нужно одобрение второго человека.',
  createFile: en ? 'Create a file' : 'Создать файл',
  createFileHelp: en
    ? 'The file takes pending payouts of this institution in the currency of the account that are in no other file. It is made when a second person approves it.'
    : 'В файл войдут созданные выплаты этой организации в валюте счёта, которые ещё не в другом файле. Файл появится, когда его одобрит второй человек.',
  ownAccount: en ? 'Account to pay from' : 'Счёт, с которого платим',
  noAccounts: en
    ? 'No payment institution has an account for payouts: it is configured (payoutAccounts).'
    : 'Ни у одной платёжной организации нет счёта для выплат: он задаётся в настройках (payoutAccounts).',
  due: (sum: string) => (en ? `${sum} due` : `к выплате ${sum}`),
  format: en ? 'Format' : 'Формат',
  formats: {
    'pain.001': 'ISO 20022, pain.001',
    sepa: en ? 'ISO 20022 by the SEPA rules' : 'ISO 20022 по правилам SEPA',
    'text-1251': '1CClientBankExchange, Windows-1251',
    'text-utf8': '1CClientBankExchange, UTF-8',
  },
  fileStatuses: {
    created: en ? 'to be confirmed' : 'ждёт подтверждения',
    confirmed: en ? 'at the bank' : 'у банка',
    cancelled: en ? 'cancelled' : 'отменён',
  },
  executionDate: en ? 'Execution date' : 'День исполнения',
  account: en ? 'Account' : 'Счёт',
  providerBalances: en ? 'Platform accounts' : 'Счета платформы',
  providerBalancesHelp: en
    ? 'Balances of the ledger. Below zero: this much is owed to the platform, by an acquirer for payments, by a source for deposits. Above zero: the platform owes it.'
    : 'Остатки по книге. Меньше нуля — столько должны платформе: эквайер за платежи, источник за пополнения. Больше нуля — столько должна она сама.',
  accountKinds: {
    source: en ? 'Source of deposits' : 'Источник пополнений',
    connector: en ? 'Settlement with an acquirer' : 'Расчёты с эквайером',
    bank: en ? 'Bank, payouts to shops' : 'Банк, выплаты магазинам',
    exchange: en ? 'Currency exchange' : 'Обмен валют',
  },
  ledgerBalance: en ? 'Balance' : 'Остаток',
  orders: (count: number) => (en ? `Payment orders (${count})` : `Поручения (${count})`),
  download: en ? 'Download the file' : 'Скачать файл',
  confirmFile: en ? 'The bank has it' : 'Файл у банка',
  confirmFileHelp: en
    ? 'All payouts of the file become sent when a second person approves.'
    : 'Все выплаты файла станут переданными банку, когда это одобрит второй человек.',
  cancelFile: en ? 'Cancel the file' : 'Отменить файл',
  cancelFileHelp: en
    ? 'Only if the bank never got the file: its payouts go into another one. A second person has to approve.'
    : 'Только если банк файла не получал: его выплаты войдут в другой файл. Нужно одобрение второго человека.',
  upload: en ? 'Upload a statement' : 'Загрузить выписку',
  uploadReport: en ? 'Upload a report' : 'Загрузить отчёт',
  reportFile: en ? 'File of the acquirer’s report' : 'Файл отчёта эквайера',
  reportReceived: (rows: number, findings: number) =>
    en
      ? `The report is received: ${rows} rows, ${findings} findings. It changes nothing until it is applied.`
      : `Отчёт принят: строк ${rows}, расхождений ${findings}. Он ничего не меняет, пока его не применят.`,
  applyReport: en ? 'Apply' : 'Применить',
  someOnly: en ? 'Some payouts only' : 'Только некоторые выплаты',
  statementFile: en
    ? 'File of the statement: camt.053 or 1CClientBankExchange'
    : 'Файл выписки: camt.053 или 1CClientBankExchange',
  received: en
    ? 'The statement is received. Payouts change when it is applied.'
    : 'Выписка принята. Выплаты изменятся, когда она будет применена.',
  known: en ? 'This statement was uploaded before' : 'Эта выписка уже загружена',
  receivedAt: en ? 'Uploaded' : 'Загружена',
  movements: en ? 'Lines' : 'Строки',
  applied: en ? 'applied' : 'применена',
  notApplied: en ? 'not applied' : 'не применена',
  appliedAt: en ? 'Applied' : 'Применена',
  apply: en ? 'Apply the statement' : 'Применить выписку',
  applyHelp: en
    ? 'Payouts of the statement become paid or returned. The second person sees how many before approving.'
    : 'Выплаты из выписки станут зачисленными или возвращёнными. Второй человек увидит, сколько их, до одобрения.',
  shownLines: en ? 'Lines to show' : 'Показать строки',
  allLines: en ? 'all' : 'все',
  findingsOnly: en ? 'findings' : 'требующие внимания',
  bookedOn: en ? 'Booked' : 'Проведено',
  result: en ? 'Result' : 'Итог',
  results: {
    paid: en ? 'paid' : 'зачислена',
    returned: en ? 'returned' : 'возвращена',
    known: en ? 'known already' : 'уже учтена',
    notBooked: en ? 'not booked yet' : 'банк ещё не провёл',
    unknownReference: en ? 'no payout has this reference' : 'выплаты с такой ссылкой нет',
    doubledReference: en ? 'reference occurs twice' : 'ссылка встречается дважды',
    otherAccount: en ? 'another creditor account' : 'другой счёт получателя',
    otherAmount: en ? 'another amount' : 'другая сумма',
    otherCurrency: en ? 'another currency' : 'другая валюта',
    otherStatus: en ? 'payout has another status' : 'выплата в другом статусе',
  },
  difference: en ? 'Expected → actual' : 'Ждали → в выписке',
  reference: en ? 'Reference' : 'Ссылка',
  counterAccount: en ? 'Counterparty account' : 'Счёт другой стороны',
  place: en ? 'In the file' : 'В файле',
  line: (number: number) => (en ? `line ${number}` : `строка ${number}`),
  entry: (number: number) => (en ? `entry ${number}` : `запись ${number}`),
  debts: en ? 'What shops owe the platform' : 'Кто и сколько должен платформе',
  reserve: en ? 'Reserve' : 'Резерв',
  limit: en ? 'Limit' : 'Допустимый долг',
  aboveLimit: en ? 'above the limit' : 'больше допустимого',
  withinLimit: en ? 'within the limit' : 'в пределах',
  writeOff: en ? 'Write off' : 'Списать долг',
  writeOffHelp: en
    ? 'The platform takes over the debt. The reason is on the statement of the shop word for word. A second person has to approve.'
    : 'Долг берёт на себя платформа. Причина войдёт в выписку магазина слово в слово. Нужно одобрение второго человека.',
  groupBy: en ? 'Group by' : 'По чему складывать',
  groupings: {
    shop: en ? 'Shop' : 'Магазин',
    account: en ? 'Connector account' : 'Учётная запись эквайера',
    payment: en ? 'Payment' : 'Платёж',
  },
  marginHelp: en
    ? 'Fees of shops by the time of posting, fees of acquirers by the time of the operation in their reports. The least margin first, at most 1,000 rows.'
    : 'Комиссии магазинов – по времени проводки, комиссии эквайеров – по времени операции из их отчётов. Сначала наименьшая маржа; не больше 1000 строк.',
  fees: en ? 'Fees of shops' : 'Комиссии магазинов',
  acquirerFees: en ? 'Fees of acquirers' : 'Комиссии эквайеров',
  noOwner: en ? 'belongs to none' : 'ни к чему не относится',
  reports: en ? 'Imported reports' : 'Загруженные отчёты',
  receivedFrom: en ? 'From' : 'Откуда',
  fromOperator: en ? 'an operator' : 'прислал оператор',
  knownRows: en ? 'Known before' : 'Было в прежних',
  atAcquirer: en ? 'At the acquirer' : 'У эквайера',
  recorded: en ? 'In the ledger' : 'У нас',
};
