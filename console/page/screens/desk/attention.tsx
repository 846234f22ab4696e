import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toQuery } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { moneyText } from '../../parts/format';
import { Dated, Moment } from '../../parts/pieces';
import { useTexts } from '../../texts/texts';

type ShopSummary = components['schemas']['ShopSummary'];
type ShopBalance = components['schemas']['ShopBalance'];

interface AttentionProps {
  shopID: string;
  summary: ShopSummary;
  balances: ShopBalance[];
}

/** What needs the merchant, each with the way to it, and the payout to come. */
export function AttentionList({ shopID, summary, balances }: AttentionProps): ReactNode {
  const { desk, payouts } = useTexts();
  const kinds = [
    ['endingHolds', `/payments${toQuery({ shopID, status: 'processed' })}`],
    ['chargebacks', `/chargebacks${toQuery({ shopID, status: 'pending' })}`],
    ['webhooks', '/webhooks'],
  ] as const;
  const waiting = kinds.filter(([kind]) => summary[kind].count > 0);
  return (
    <section>
      <h2>{desk.attention}</h2>
      <ul className="lines">
        {waiting.map(([kind, path]) => (
          <li key={kind}>
            <Link to={path}>{desk.waits[kind]}</Link>
            <span className="count some">{summary[kind].count}</span>
            {summary[kind].firstAt !== undefined && <Dated text={desk.firstUntil} at={summary[kind].firstAt} />}
          </li>
        ))}
        {waiting.length === 0 && <li className="help">{desk.nothingWaits}</li>}
        {balances.map(({ currency, available, nextCloseAt }) => (
          <li key={currency}>
            <Link to={`/payouts${toQuery({ shopID, currency })}`}>{payouts.nextClose}</Link>
            <b>{moneyText(available, currency)}</b>
            <span>{nextCloseAt === undefined ? payouts.byHand : <Moment at={nextCloseAt} />}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
