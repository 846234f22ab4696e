import { href } from '../site/href';
import { typeset } from '../site/typography';

interface Card {
  title: string;
  path: string;
  description: string;
  items?: Card[];
}

const plural = new Intl.PluralRules('ru');

export function Cards({ cards }: { cards: Card[] }) {
  return (
    <ul className="cards">
      {cards.map((card) => (
        <li key={card.path}>
          <a className="card" href={href(card.path)}>
            <strong>{card.title}</strong>
            <span>{typeset(card.description) || (card.items ? countPages(card.items.length) : '')}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function countPages(count: number): string {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'элемент', few: 'элемента' };
  return `${count} ${forms[plural.select(count)] ?? 'элементов'}`;
}
