import type { RegistryKind } from './report';

export interface RegistryColumn {
  heading: string;
  /** Amounts are written as decimals, which a spreadsheet reads as numbers. */
  isAmount?: true;
}

const CREATED = { heading: 'Создан (UTC)' };
const STATUS = { heading: 'Состояние' };
const MONEY = [{ heading: 'Сумма', isAmount: true }, { heading: 'Валюта' }] as const;
const FAILURE = { heading: 'Код отказа' };
const EXTERNAL_ID = { heading: 'Внешний номер' };

/** The columns of registries, in Russian, because accountants read them. */
export const REGISTRY_COLUMNS: Readonly<Record<RegistryKind, readonly RegistryColumn[]>> = {
  payments: [
    { heading: 'Инвойс' },
    { heading: 'Платёж' },
    CREATED,
    STATUS,
    { heading: 'Состояние изменилось (UTC)' },
    ...MONEY,
    { heading: 'Комиссия', isAmount: true },
    { heading: 'Средство' },
    { heading: 'Платёжная система' },
    { heading: 'Карта' },
    { heading: 'RRN' },
    { heading: 'Код авторизации' },
    EXTERNAL_ID,
    FAILURE,
  ],
  refunds: [
    { heading: 'Инвойс' },
    { heading: 'Платёж' },
    { heading: 'Возврат' },
    CREATED,
    STATUS,
    { heading: 'Состояние изменилось (UTC)' },
    ...MONEY,
    { heading: 'Причина' },
    { heading: 'RRN' },
    EXTERNAL_ID,
    FAILURE,
  ],
  withdrawals: [
    { heading: 'Вывод' },
    CREATED,
    STATUS,
    { heading: 'Состояние изменилось (UTC)' },
    ...MONEY,
    { heading: 'Комиссия', isAmount: true },
    { heading: 'Кошелёк' },
    { heading: 'Получатель' },
    EXTERNAL_ID,
    FAILURE,
  ],
};

/** Russian names of statuses in registries. */
export const REGISTRY_STATUSES: Readonly<Record<RegistryKind, Readonly<Record<string, string>>>> = {
  payments: {
    pending: 'в обработке',
    processed: 'удержан',
    captured: 'списан',
    cancelled: 'отменён',
    refunded: 'возвращён',
    failed: 'не прошёл',
    charged_back: 'оспорен',
  },
  refunds: { pending: 'в обработке', succeeded: 'выполнен', failed: 'не прошёл' },
  withdrawals: { Pending: 'в обработке', Succeeded: 'выполнен', Failed: 'не прошёл' },
};
