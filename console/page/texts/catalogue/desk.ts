import { en } from '../language';

export const desk = {
  createLink: en ? 'Create a link' : 'Создать ссылку',
  noShop: en ? 'You have no shops yet' : 'У вас пока нет магазинов',
  noShopHelp: en
    ? 'The platform creates a shop once the contract is checked.'
    : 'Магазин создаёт платформа после проверки договора.',
  timeZone: (name: string) =>
    en
      ? `Days and months follow the time zone of the shop: ${name}.`
      : `Сутки и месяц считаются по времени магазина: ${name}.`,
  today: {
    sales: en ? 'Sales today' : 'Продажи сегодня',
    refunds: en ? 'Refunds today' : 'Возвраты сегодня',
    rate: en ? 'Approved today' : 'Одобрено сегодня',
    before: (text: string) => (en ? `yesterday by this time: ${text}` : `вчера к этому времени: ${text}`),
  },
  month: {
    sales: en ? 'Sales this month' : 'Продажи за месяц',
    refunds: en ? 'Refunds this month' : 'Возвраты за месяц',
    rate: en ? 'Approved this month' : 'Одобрено за месяц',
    before: (text: string) => (en ? `last month by this day: ${text}` : `в прошлом месяце к этому дню: ${text}`),
  },
  count: (count: number) => (en ? `Operations: ${count}` : `Операций: ${count}`),
  declined: (declined: number) => (en ? `Declined: ${declined}` : `Отказов: ${declined}`),
  months: en ? 'By month' : 'По месяцам',
  noOperations: en ? 'There are no operations in this month' : 'Операций за этот месяц нет',
  noOperationsHelp: en ? 'Choose another month or shop.' : 'Выберите другой месяц или магазин.',
  total: en ? 'Total of the month' : 'Итого за месяц',
  byMethod: en ? 'By method' : 'По средствам платежа',
  byDay: en ? 'By day' : 'По дням',
  day: en ? 'Day' : 'День',
  method: en ? 'Method' : 'Средство',
  unknownMethod: en ? 'unknown' : 'неизвестно',
  operations: en ? 'Count' : 'Кол-во',
  salesOf: en ? 'Sales' : 'Продажи',
  salesCount: en ? 'Sales, count' : 'Продаж',
  refundsCount: en ? 'Refunds, count' : 'Возвратов',
  chargebacksCount: en ? 'Chargebacks, count' : 'Чарджбэков',
  netOf: en ? 'Net' : 'Чистая сумма',
  monthHelp: (name: string) =>
    en
      ? `Days are those of the shop: ${name}. Each operation stands on the day when it was created. Net is sales without fees, refunds and chargebacks; what is paid out is in Payouts.`
      : `Дни — по времени магазина: ${name}. Каждая операция стоит в дне, когда её создали. Чистая сумма — продажи без комиссии, возвратов и чарджбэков; сколько выплатят, видно в разделе «Выплаты».`,
  attention: en ? 'Needs attention' : 'Требует внимания',
  waits: {
    endingHolds: en ? 'Holds that end within a day' : 'Удержания, которые заканчиваются в ближайшие сутки',
    chargebacks: en ? 'Chargebacks that need an answer' : 'Чарджбэки, на которые нужно ответить',
    webhooks: en ? 'Webhooks whose deliveries fail' : 'Вебхуки, которые не доставляются',
  },
  firstUntil: en ? 'the first until' : 'первое — до',
  nothingWaits: en ? 'Nothing needs a decision of yours now.' : 'Сейчас ничего не требует вашего решения.',
  last: en ? 'Last payments' : 'Последние платежи',
  allPayments: en ? 'All payments' : 'Все платежи',
  noPayments: en ? 'No payments in 30 days' : 'Платежей за 30 дней нет',
  noPaymentsHelp: en
    ? 'Create a payment link and send it to a customer.'
    : 'Создайте ссылку на оплату и отправьте её покупателю.',
  product: en ? 'What is paid for' : 'За что платят',
  due: en ? 'Pay by (inclusive)' : 'Оплатить до (включительно)',
  email: en ? 'E-mail of the customer, to send the link' : 'Почта покупателя, чтобы отправить ссылку письмом',
  wrongAmount: en ? 'Enter an amount above zero, such as 1,250.50' : 'Укажите сумму больше нуля, например 1 250,50',
  linkReady: en ? 'The link is ready' : 'Ссылка готова',
  linkHelp: en ? 'Anyone may pay by it. Valid until' : 'По ней может заплатить любой. Действует до',
  sendTo: (address: string) => (en ? `Write to ${address}` : `Написать на ${address}`),
  qr: en ? 'QR code of the payment link' : 'QR-код ссылки на оплату',
  attempts: en ? 'Attempts to pay this order' : 'Попытки оплатить этот заказ',
  deliveries: en ? 'Webhook messages' : 'Сообщения вебхуков',
  noDeliveries: en
    ? 'There were no messages about the order: no webhook subscribes to its events.'
    : 'Сообщений о заказе не было: на его события не подписан ни один вебхук.',
  deliveryStatuses: {
    pending: en ? 'being delivered' : 'доставляется',
    refused: en ? 'not accepted, will be retried' : 'не принято, повторим',
    delivered: en ? 'delivered' : 'доставлено',
    discarded: en ? 'discarded' : 'отброшено',
  },
  tries: (count: string) => (en ? `attempts: ${count}` : `попыток: ${count}`),
  advice: {
    insufficient_funds: en
      ? 'Ask the payer to top up the account or to use another card.'
      : 'Попросите плательщика пополнить счёт или взять другую карту.',
    rejected_by_issuer: en
      ? 'The bank gives no reason. The payer may call the bank or use another card.'
      : 'Банк не называет причину. Плательщик может позвонить в банк или взять другую карту.',
    account_stolen: en
      ? 'Do not repeat the payment with this card, nor tell the payer why: the bank will.'
      : 'Не повторяйте платёж этой картой и не сообщайте плательщику причину: пусть обратится в банк.',
    account_blocked: en
      ? 'The bank has blocked the card. Another card is needed.'
      : 'Карта заблокирована банком. Нужна другая карта.',
    account_limit_exceeded: en
      ? 'A limit of the card is exceeded. The payer may raise it at the bank or use another card.'
      : 'Превышен лимит карты. Плательщик может поднять его в банке или взять другую карту.',
    security_policy_violated: en
      ? 'The bank or the platform found the payment risky. Another card is needed.'
      : 'Банк или платформа сочли платёж рискованным. Нужна другая карта.',
    processing_deadline_reached: en
      ? 'The payment took too long. Ask the payer to repeat it.'
      : 'Платёж не уложился в срок. Попросите плательщика повторить.',
    preauthorization_failed: en
      ? 'The payer did not confirm the payment at the bank. Ask to repeat and confirm it.'
      : 'Плательщик не подтвердил оплату в банке. Попросите повторить и подтвердить её.',
    timeout: en ? 'The payer was too late. Ask to repeat.' : 'Плательщик не успел. Попросите повторить.',
    rejected_by_inspector: en
      ? 'The fraud check declined the payment. Another card or way is needed.'
      : 'Платёж отклонён проверкой на мошенничество. Нужна другая карта или другой способ.',
    card_number_invalid: en ? 'Ask to check the number of the card.' : 'Попросите проверить номер карты.',
    card_expired: en ? 'The card has expired. Another card is needed.' : 'Срок карты истёк. Нужна другая карта.',
    cvv_invalid: en
      ? 'Ask to enter the code on the back of the card again.'
      : 'Попросите ввести код с обратной стороны карты ещё раз.',
    temporarily_unavailable: en
      ? 'The bank does not answer for now. Ask to repeat in some minutes.'
      : 'Банк временно не отвечает. Попросите повторить через несколько минут.',
    other: en
      ? 'Ask the payer to repeat or to use another card.'
      : 'Попросите плательщика повторить или взять другую карту.',
  } as Record<string, string>,
  searchPlaceholder: en
    ? 'Order, e-mail, phone, surname, amount, card, RRN'
    : 'Заказ, почта, телефон, фамилия, сумма, карта, RRN',
  searchPartial: en
    ? 'Only the newest 5,000 invoices and payments of each shop were searched by metadata and surname. Find older ones by number, e-mail, phone, card or amount.'
    : 'По метаданным и фамилии проверены только последние 5 000 инвойсов и платежей каждого магазина. Более старые ищите по номеру, почте, телефону, карте или сумме.',
  searchHelp: en
    ? 'The whole value is compared; an amount as “1,250.50” or with its currency, a card with an amount as “4242 1,250.50”. Metadata and surnames: the last 5,000 orders of a shop.'
    : 'Сравнивается значение целиком, сумма — «1 250,50» или с валютой, карта с суммой — «4242 1 250,50». По metadata и фамилии — среди последних 5 000 заказов магазина.',
};
