/**
 * Что построить: `payments` — реестр платежей магазина, `refunds` — возвратов магазина, `withdrawals` — выводов средств участника.
 * Расширение договора: `settlementStatement` — выписка по пакету выплаты, `settlementMonth` — выписка магазина за месяц,
 * `serviceAcceptanceAct` — акт об оказанных услугах по договору магазина за месяц, `feeInvoice` — счёт на комиссии месяца, не удержанные из
 * выплат.
 */
export type RegistryKind =
  | 'payments'
  | 'refunds'
  | 'withdrawals'
  | 'settlementStatement'
  | 'settlementMonth'
  | 'serviceAcceptanceAct'
  | 'feeInvoice';

/** Состояние реестра: `pending` — строится, `created` — готов, `canceled` — построить не удалось. */
export type RegistryStatus = 'pending' | 'created' | 'canceled';

/** Формат файла реестра. */
export type RegistryFormat = 'csv' | 'xlsx' | 'pdf';

/**
 * Номер реестра.
 *
 * @isLong
 * @minimum 1
 * @maximum 9007199254740991
 */
export type RegistryID = number;
