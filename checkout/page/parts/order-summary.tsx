import { useCommon } from '../context';
import { moneyText } from '../../../ui/money';
import { LongText } from './long-text';
import type { Purpose, Order } from '../state/purpose';

/** The characters of an amount that fit on the smallest screen in the large font. */
const MAX_LARGE_AMOUNT = 13;

export function OrderSummary({ order, kind }: { order: Order; kind: Purpose['kind'] }) {
  const { texts } = useCommon();
  const { shop, isTest, product, description, lines, cost } = order;
  const money = (minor: number) => (cost ? moneyText(minor, cost.currency, texts.language) : '');
  const title = product ?? (kind === 'binding' ? texts.bindingTitle : texts.title);
  return (
    <header className="order">
      {(shop || isTest) && (
        <p className="row order-shop">
          {shop && <bdi>{shop}</bdi>}
          {isTest && <span className="status waiting">{texts.testShop}</span>}
        </p>
      )}
      <h1 className="order-product" tabIndex={-1}>
        <bdi>{title}</bdi>
      </h1>
      {cost && (
        <p className={money(cost.amount).length > MAX_LARGE_AMOUNT ? 'order-amount order-amount-long' : 'order-amount'}>
          <span className="visually-hidden">{texts.toPay}: </span>
          {money(cost.amount)}
        </p>
      )}
      {description && <LongText className="order-description" text={description} />}
      {lines.length > 0 && (
        <details className="order-lines" open={lines.length <= 3 && window.matchMedia('(min-width: 56rem)').matches}>
          <summary>{texts.orderDetails(lines.length)}</summary>
          <ul>
            {lines.map((line, index) => (
              <li key={index}>
                <bdi>{line.product}</bdi>
                {(line.quantity ?? 1) > 1 && <span className="order-quantity">× {line.quantity}</span>}
                <span className="order-cost">{money(line.cost ?? line.price * (line.quantity ?? 1))}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </header>
  );
}
