import type { ReactNode } from 'react';
import type { components } from '../../api/payments.generated';
import { countText, moneyText, percentText } from '../../parts/format';
import { language, useTexts } from '../../texts/texts';

const signedPercents = new Intl.NumberFormat(language, {
  ...{ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' },
});
/** A change, `+12 %`. */
const signedPercentText = (rate: number): string => signedPercents.format(rate);

type ShopSummary = components['schemas']['ShopSummary'];
type Part = components['schemas']['SummaryPart'];

/** Sales, refunds and approvals of the day and the month, each with its change. */
export function SummaryFigures({ summary }: { summary: ShopSummary }): ReactNode {
  const { desk } = useTexts();
  return (
    <>
      {(['today', 'month'] as const).map((name) => (
        <dl className="figures" key={name}>
          <MoneyFigure {...{ name, kind: 'sales', ...summary[name] }} />
          <MoneyFigure {...{ name, kind: 'refunds', ...summary[name] }} />
          <RateFigure {...{ name, ...summary[name] }} />
        </dl>
      ))}
      <p className="help">{desk.timeZone(summary.timeZone)}</p>
    </>
  );
}

interface FigureProps {
  name: 'today' | 'month';
  current: Part;
  previous: Part;
}

function MoneyFigure({ name, kind, current, previous }: FigureProps & { kind: 'sales' | 'refunds' }): ReactNode {
  const { desk } = useTexts();
  const before = (currency: string) => previous.money.find((money) => money.currency === currency)?.[kind].amount ?? 0;
  return (
    <div className="panel">
      <dt>{desk[name][kind]}</dt>
      {current.money.length === 0 && (
        <dd>
          <span className="figure">{countText(0)}</span>
          <Before
            name={name}
            text={previous.money.map((money) => moneyText(money[kind].amount, money.currency)).join(', ')}
          />
        </dd>
      )}
      {current.money.map(({ currency, [kind]: { amount, count } }) => (
        <dd key={currency}>
          <span className="figure">{moneyText(amount, currency)}</span>
          <span className="help">{desk.count(count)}</span>
          <Before
            {...{ name, text: moneyText(before(currency), currency), change: change(amount, before(currency)) }}
          />
        </dd>
      ))}
    </div>
  );
}

function RateFigure({ name, current, previous }: FigureProps): ReactNode {
  const { desk } = useTexts();
  const [now, before] = [rateOf(current), rateOf(previous)];
  return (
    <div className="panel">
      <dt>{desk[name].rate}</dt>
      <dd>
        <span className="figure">{percentText(now)}</span>
        <span className="help">{desk.declined(current.declined)}</span>
        {before !== undefined && <Before name={name} text={percentText(before)} />}
      </dd>
    </div>
  );
}

function Before({ name, text, change: given }: { name: 'today' | 'month'; text: string; change?: number | undefined }) {
  const { desk } = useTexts();
  if (text === '') return null;
  return (
    <span className="help">
      {given !== undefined && <b>{signedPercentText(given)}</b>} {desk[name].before(text)}
    </span>
  );
}

function change(amount: number, before: number): number | undefined {
  return before === 0 ? undefined : (amount - before) / before;
}

function rateOf({ approved, declined }: Part): number | undefined {
  return approved + declined === 0 ? undefined : approved / (approved + declined);
}
