export const invoice = {
  due: 'К оплате',
  dueDate: 'Оплатить до',
  product: 'За что',
  description: 'Описание',
  cart: 'Корзина',
  noPayments: 'Платежей по инвойсу не было.',
  fulfill: 'Исполнить',
  rescind: 'Отозвать',
  fulfillHelp: 'Отметьте, что заказ выполнен. Отменить это нельзя.',
  rescindHelp: 'Оплатить инвойс будет нельзя. Отменить это нельзя.',
};
