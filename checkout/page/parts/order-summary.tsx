import { useCommon } from '../context';
import { moneyText } from '../money';
import type { Purpose, Order } from '../state/purpose';

export function OrderSummary({ order, kind }: { order: Order; kind: Purpose['kind'] }) {
  const { texts } = useCommon();
  const { shop, product, description, lines, cost } = order;
  const money = (minor: number) => cost && moneyText(minor, cost.currency, texts.language);
  const title = product ?? (kind === 'binding' ? texts.bindingTitle : texts.title);
  return (
    <header className="order">
      {shop && <p className="order-shop">{shop}</p>}
      <h1 className="order-product" tabIndex={-1}>
        {title}
      </h1>
      {cost && (
        <p className="order-amount">
          <span className="visually-hidden">{texts.toPay}: </span>
          {money(cost.amount)}
        </p>
      )}
      {description && <p className="order-description">{description}</p>}
      {lines.length > 0 && (
        <details className="order-lines" open={lines.length <= 3 && window.matchMedia('(min-width: 56rem)').matches}>
          <summary>{texts.orderDetails(lines.length)}</summary>
          <ul>
            {lines.map((line, index) => (
              <li key={index}>
                <span>{line.product}</span>
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
