import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fieldText, parseMinorUnits } from '../../parts/format';
import { readField } from '../../parts/read-field';
import { useTexts } from '../../texts/texts';
import { FILTER_NAMES, type ListedShop, type PaymentFilter } from './payment-source';

const STATUSES = ['pending', 'processed', 'captured', 'cancelled', 'refunded', 'failed', 'charged_back'];
/** The decimals of most currencies; the list of a shop has one currency. */
const CURRENCY = 'RUB';

// eslint-disable-next-line max-lines-per-function -- one form
export function PaymentFilters({ filter, shops }: { filter: PaymentFilter; shops: ListedShop[] }): ReactNode {
  const { payments, common, statuses } = useTexts();
  const [, setAddress] = useSearchParams();
  const id = useId();
  const [isAmountWrong, setAmountWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = Object.fromEntries(FILTER_NAMES.map((name) => [name, readField(form, name)]));
    const amount = given['amount'] ? parseMinorUnits(given['amount'], CURRENCY) : undefined;
    setAmountWrong(Boolean(given['amount']) && amount === undefined);
    if (given['amount'] && amount === undefined) return;
    const next = { ...given, amount: amount === undefined ? '' : String(amount) };
    setAddress(Object.entries(next).filter(([, value]) => value !== ''));
  };
  const text = (name: keyof PaymentFilter, title: string, props: object): ReactNode => (
    <div className="field">
      <label htmlFor={`${id}-${name}`}>{title}</label>
      <input id={`${id}-${name}`} name={name} defaultValue={filter[name] ?? ''} autoComplete="off" {...props} />
    </div>
  );
  const amount = filter.amount && /^\d+$/.test(filter.amount) ? fieldText(Number(filter.amount), CURRENCY) : '';
  return (
    <form className="filters" onSubmit={submit}>
      <div className="field">
        <label htmlFor={`${id}-shop`}>{common.shop}</label>
        <select id={`${id}-shop`} name="shopID" defaultValue={filter.shopID ?? ''} key={shops.length}>
          <option value="">{payments.chooseShop}</option>
          {shops.map(({ id: shopID, name }) => (
            <option key={shopID} value={shopID}>
              {name === shopID ? shopID : `${name} (${shopID})`}
            </option>
          ))}
        </select>
      </div>
      {text('from', common.from, { type: 'date' })}
      {text('to', common.to, { type: 'date' })}
      <div className="field">
        <label htmlFor={`${id}-status`}>{common.status}</label>
        <select id={`${id}-status`} name="status" defaultValue={filter.status ?? ''}>
          <option value="">{common.all}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {statuses[status]}
            </option>
          ))}
        </select>
      </div>
      {text('amount', common.amount, {
        inputMode: 'decimal',
        defaultValue: amount,
        'aria-invalid': isAmountWrong,
        ...(isAmountWrong ? { 'aria-describedby': `${id}-wrong` } : {}),
      })}
      {text('last4', payments.last4, { inputMode: 'numeric', pattern: '\\d{4}', maxLength: 4 })}
      <div className="filter-actions">
        <button type="submit" className="button primary">
          {payments.apply}
        </button>
        <button type="button" className="button" onClick={() => setAddress([])}>
          {payments.clear}
        </button>
      </div>
      {isAmountWrong && (
        <p role="alert" className="notice danger" id={`${id}-wrong`}>
          {payments.wrongAmount}
        </p>
      )}
    </form>
  );
}
