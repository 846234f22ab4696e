export const today = {
  title: 'Сегодня',
  attempts: 'Попытки',
  approved: 'Одобрено',
  declined: 'Отклонено',
  rate: 'Доля одобренных',
  weekAgo: 'неделю назад',
  now: 'сейчас',
  byHour: 'По часам: попытки и одобренные',
  by: 'Показать по',
  reason: 'причинам',
  connector: 'коннекторам',
  shop: 'магазинам',
  tool: 'средствам',
  key: { reason: 'Причина', connector: 'Коннектор', shop: 'Магазин', tool: 'Средство', hour: 'Час' } as Record<
    string,
    string
  >,
  empty: 'За последние сутки попыток не было.',
  emptyHelp: 'Статистика считается по полным часам (UTC).',
  complete: (moment: string) => `Посчитано до ${moment}`,
  table: 'Те же данные таблицей',
};
