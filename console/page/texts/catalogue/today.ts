import { en } from '../language';

export const today = {
  attempts: en ? 'Attempts' : 'Попытки',
  rate: en ? 'Approval rate' : 'Доля одобренных',
  volume: en ? 'Approved volume' : 'Оборот одобренных',
  p95: en ? 'Response time, p95' : 'Время ответа, p95',
  p95Help: en
    ? '95 of 100 attempts were answered within it, the payer’s confirmation included.'
    : '95 попыток из 100 получили ответ не позже, вместе с подтверждением плательщика.',
  span: en ? 'Time' : 'За какое время',
  spans: {
    day: {
      name: en ? 'Day' : 'Сутки',
      period: en ? 'Last 24 hours' : 'Последние 24 часа',
      title: en ? 'By hour' : 'По часам',
      now: en ? 'Last day' : 'Последние сутки',
      before: en ? 'The same hours a week ago' : 'Те же часы неделю назад',
      ago: en ? 'a week ago' : 'неделю назад',
      empty: en ? 'There were no attempts in the last day.' : 'За последние сутки попыток не было.',
      cellsHelp: en
        ? 'The number is the attempts of a day; below it, its share of the column and the same hours a week ago. Press a number to see the attempts.'
        : 'Число — попытки за сутки, ниже доля в столбце и те же часы неделю назад. Нажмите число, чтобы увидеть попытки.',
    },
    month: {
      name: en ? 'Month' : 'Месяц',
      period: en ? 'Last 4 weeks, days in UTC' : 'Последние 4 недели, дни по UTC',
      title: en ? 'By day' : 'По дням',
      now: en ? 'Last 4 weeks' : 'Последние 4 недели',
      before: en ? 'The same days 4 weeks earlier' : 'Те же дни 4 неделями раньше',
      ago: en ? 'in the 4 weeks before' : 'в прошлые 4 недели',
      empty: en ? 'There were no attempts in the last 4 weeks.' : 'За последние 4 недели попыток не было.',
      cellsHelp: en
        ? 'The number is the attempts of 4 weeks; below it, its share of the column and the 4 weeks before. Press a number to see the attempts.'
        : 'Число — попытки за 4 недели, ниже доля в столбце и 4 недели до них. Нажмите число, чтобы увидеть попытки.',
    },
  },
  metric: en ? 'Show on the chart' : 'Показать на графике',
  metrics: {
    attempts: en ? 'Attempts' : 'Попытки',
    rate: en ? 'Approval rate' : 'Доля одобренных',
    volume: en ? 'Volume' : 'Оборот',
    p95: en ? 'Response time' : 'Время ответа',
  },
  by: en ? 'Show by' : 'Показать по',
  reason: en ? 'reason' : 'причинам',
  connector: en ? 'connector' : 'коннекторам',
  shop: en ? 'shop' : 'магазинам',
  tool: en ? 'tool' : 'средствам',
  key: {
    reason: en ? 'Reason' : 'Причина',
    connector: en ? 'Connector' : 'Коннектор',
    shop: en ? 'Shop' : 'Магазин',
    tool: en ? 'Tool' : 'Средство',
    hour: en ? 'Hour' : 'Час',
    day: en ? 'Day' : 'День',
  } as Record<string, string>,
  emptyHelp: en ? 'Statistics cover full hours (UTC).' : 'Статистика считается по полным часам (UTC).',
  complete: (moment: string) => (en ? `Complete until ${moment}` : `Посчитано до ${moment}`),
  table: en ? 'The same data as a table' : 'Те же данные таблицей',
  cells: en ? 'How attempts end: reasons and accounts' : 'Чем кончаются попытки: причины и учётные записи',
  allShops: en ? 'All shops' : 'Все магазины',
  total: en ? 'Total' : 'Всего',
  wasBefore: (count: string) => (en ? `was ${count}` : `было ${count}`),
  openCell: (count: string, reason: string, connector: string) => `${count}: ${reason}, ${connector}`,
  listEmpty: en ? 'There are no such attempts.' : 'Таких попыток нет.',
  listSpan: (from: string, to: string) => (en ? `${from} – ${to}` : `${from} — ${to}`),
  back: en ? 'To the statistics' : 'К статистике',
  ended: en ? 'Ended' : 'Закончена',
  seconds: (text: string) => (en ? `${text} s` : `${text} с`),
  milliseconds: (text: string) => (en ? `${text} ms` : `${text} мс`),
};
