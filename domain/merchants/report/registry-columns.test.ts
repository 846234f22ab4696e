import { refundMachine } from '../../payments/refund/refund.machine';
import { paymentMachine } from '../../payments/payment/payment.machine';
import { REGISTRY_COLUMNS, REGISTRY_STATUSES } from './registry-columns';

test('each registry has Russian headings of its own, and amounts as numbers', () => {
  for (const columns of Object.values(REGISTRY_COLUMNS)) {
    const headings = columns.map(({ heading }) => heading);
    expect(headings.filter((heading) => !/^[А-ЯR]/.test(heading))).toEqual([]);
    expect(new Set(headings).size).toBe(headings.length);
    const amounts = columns.filter(({ isAmount }) => isAmount).map(({ heading }) => heading);
    expect(amounts).toEqual(headings.filter((heading) => ['Сумма', 'Комиссия'].includes(heading)));
    expect(headings).toEqual(expect.arrayContaining(['Создан (UTC)', 'Состояние', 'Сумма', 'Валюта', 'Код отказа']));
  }
});

test('each status has a Russian name of its own', () => {
  expect(Object.keys(REGISTRY_STATUSES.payments).sort()).toEqual([...paymentMachine.states].sort());
  expect(Object.keys(REGISTRY_STATUSES.refunds).sort()).toEqual([...refundMachine.states].sort());
  for (const names of Object.values(REGISTRY_STATUSES)) {
    expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
    expect(Object.values(names).filter((name) => !/^[а-я]/.test(name))).toEqual([]);
  }
});
