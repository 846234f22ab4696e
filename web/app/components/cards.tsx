import { href } from '../site/href';
import { Words } from './words';

export interface Card {
  title: string;
  path: string;
  description: string;
  items?: Card[];
}

export function Cards({ cards }: { cards: Card[] }) {
  return (
    <ul className="cards">
      {cards.map(({ title, path, description, items }) => (
        <li key={path}>
          {items ? (
            <div className="card">
              <a href={href(path)}>
                <strong>{title}</strong>
              </a>
              {description && (
                <span>
                  <Words>{description}</Words>
                </span>
              )}
              <ul>
                {items.map((item) => (
                  <li key={item.path}>
                    <a href={href(item.path)}>{item.title}</a>
                  </li>
                ))}
              </ul>
            </div>
          ) : (
            <a className="card" href={href(path)}>
              <strong>{title}</strong>
              <span>
                <Words>{description}</Words>
              </span>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
