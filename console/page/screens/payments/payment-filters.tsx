import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FilterForm, type FilterField } from '../../parts/filter-form';
import { fieldText, parseMinorUnits } from '../../parts/format';
import { ownerOptions, type OwnerChoice } from '../../parts/owners';
import { useTexts } from '../../texts/texts';
import type { PaymentFilter } from './payment-source';

const STATUSES = ['pending', 'processed', 'captured', 'cancelled', 'refunded', 'failed', 'charged_back'];
/** The currency of a shop says how many decimals an amount has. */
const currencyOf = (shops: readonly OwnerChoice[], shopID: string | undefined): string | undefined =>
  shops.find(({ id }) => id === shopID)?.currency;

export function PaymentFilters({ filter, shops }: { filter: PaymentFilter; shops: OwnerChoice[] }): ReactNode {
  const { payments } = useTexts();
  const [, setAddress] = useSearchParams();
  const [isAmountWrong, setAmountWrong] = useState(false);
  const fields = useFields(filter, shops, isAmountWrong);
  const apply = (given: Record<string, string>): void => {
    const currency = currencyOf(shops, given['shopID']);
    const amount = given['amount'] && currency ? parseMinorUnits(given['amount'], currency) : undefined;
    const isWrong = Boolean(given['amount']) && amount === undefined;
    setAmountWrong(isWrong);
    if (isWrong) return;
    const next = { ...given, amount: amount === undefined ? '' : String(amount) };
    setAddress(Object.entries(next).filter(([, value]) => value !== ''));
  };
  const problem = isAmountWrong ? payments.wrongAmount : undefined;
  return <FilterForm fields={fields} problem={problem} onApply={apply} />;
}

function useFields(filter: PaymentFilter, shops: OwnerChoice[], isAmountWrong: boolean): FilterField[] {
  const { payments, common, statuses, lists } = useTexts();
  const currency = currencyOf(shops, filter.shopID);
  const amount =
    currency && filter.amount && /^\d+$/.test(filter.amount) ? fieldText(Number(filter.amount), currency) : '';
  return [
    {
      name: 'shopID',
      title: common.shop,
      value: filter.shopID ?? '',
      options: ownerOptions(lists.chooseShop, shops),
    },
    { name: 'from', title: common.from, value: filter.from ?? '', isDay: true },
    { name: 'to', title: common.to, value: filter.to ?? '', isDay: true },
    {
      name: 'status',
      title: common.status,
      value: filter.status ?? '',
      options: [['', common.all], ...STATUSES.map((status) => [status, statuses[status] ?? status] as const)],
    },
    {
      name: 'amount',
      title: common.amount,
      value: amount,
      input: { inputMode: 'decimal', 'aria-invalid': isAmountWrong },
    },
    {
      name: 'last4',
      title: payments.last4,
      value: filter.last4 ?? '',
      input: { inputMode: 'numeric', pattern: '\\d{4}', maxLength: 4 },
    },
  ];
}
