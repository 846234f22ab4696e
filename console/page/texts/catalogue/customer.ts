import { en } from '../language';

export const customer = {
  phone: en ? 'Phone' : 'Телефон',
  deletedAt: en ? 'Deleted' : 'Удалён',
  bindings: en ? 'Bindings' : 'Привязки',
  noBindings: en ? 'There are no bindings.' : 'Привязок нет.',
  active: en ? 'used for charges' : 'для списаний',
  noPayments: en ? 'There were no payments.' : 'Платежей не было.',
  statuses: {
    ready: en ? 'ready for charges' : 'готов к списаниям',
    unready: en ? 'no successful binding' : 'нет успешной привязки',
    deleted: en ? 'deleted' : 'удалён',
  } as Record<string, string>,
  bindingStatuses: {
    pending: en ? 'being verified' : 'проверяется',
    succeeded: en ? 'successful' : 'успешна',
    failed: en ? 'failed' : 'неуспешна',
  } as Record<string, string>,
};
