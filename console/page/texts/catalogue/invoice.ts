import { en } from '../language';

export const invoice = {
  due: en ? 'To be paid' : 'К оплате',
  dueDate: en ? 'Pay by' : 'Оплатить до',
  product: en ? 'Product' : 'За что',
  description: en ? 'Description' : 'Описание',
  cart: en ? 'Cart' : 'Корзина',
  noPayments: en ? 'The invoice has no payments.' : 'Платежей по инвойсу не было.',
  fulfill: en ? 'Fulfil' : 'Исполнить',
  rescind: en ? 'Rescind' : 'Отозвать',
  fulfillHelp: en
    ? 'Marks the order as delivered. This cannot be undone.'
    : 'Отметьте, что заказ выполнен. Отменить это нельзя.',
  rescindHelp: en
    ? 'The invoice can no longer be paid. This cannot be undone.'
    : 'Оплатить инвойс будет нельзя. Отменить это нельзя.',
};
