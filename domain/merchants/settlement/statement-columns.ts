import type { RegistryColumn } from '../report/registry-columns';
import type { StatementGroup } from './statement-groups';

/** Russian names of the sections of a statement. */
export const STATEMENT_GROUP_NAMES: Readonly<Record<StatementGroup, string>> = {
  payments: 'Платежи',
  refunds: 'Возвраты',
  disputes: 'Чарджбэки',
  fees: 'Комиссии',
  reserve: 'Резерв',
  corrections: 'Корректировки',
  payouts: 'Выплаты',
};

/** The columns of a statement, in Russian, because accountants read them. The amounts of its lines sum to the difference of its balances. */
export const STATEMENT_COLUMNS = [
  { heading: 'Раздел' },
  { heading: 'Операция' },
  { heading: 'Время' },
  { heading: 'Инвойс' },
  { heading: 'Платёж' },
  { heading: 'Номер заказа' },
  { heading: 'Внешний номер' },
  { heading: 'Сумма', isAmount: true },
  { heading: 'Комиссия', isAmount: true },
  { heading: 'НДС в комиссии', isAmount: true },
  { heading: 'Изменение баланса', isAmount: true },
  { heading: 'Баланс', isAmount: true },
  { heading: 'Итог раздела', isAmount: true },
  { heading: 'Валюта' },
  { heading: 'Основание' },
  { heading: 'Проводка' },
] as const satisfies readonly RegistryColumn[];

/** A time of a time zone as spreadsheets read it: `2026-11-28 19:43:14`. */
export function localTime(at: Date, timeZone: string): string {
  const format = (formats[timeZone] ??= new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, dateStyle: 'short', timeStyle: 'medium' },
  }));
  return format.format(at);
}

/** Making a format takes a hundred times as long as using it. */
const formats: Record<string, Intl.DateTimeFormat> = {};
