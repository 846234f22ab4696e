export const customer = {
  phone: 'Телефон',
  deletedAt: 'Удалён',
  bindings: 'Привязки',
  noBindings: 'Привязок нет.',
  active: 'для списаний',
  noPayments: 'Платежей не было.',
  statuses: { ready: 'готов к списаниям', unready: 'нет успешной привязки', deleted: 'удалён' } as Record<
    string,
    string
  >,
  bindingStatuses: { pending: 'проверяется', succeeded: 'успешна', failed: 'неуспешна' } as Record<string, string>,
};
