import { Icon } from '../layout/icons';
import type { Crumb } from '../site/head';
import { href } from '../site/href';

export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav className="breadcrumbs" aria-label="Навигационная цепочка текущей страницы">
      <ol className="row help">
        <li>
          <a href={href('/')} aria-label="Главная страница">
            <Icon name="home" />
          </a>
        </li>
        {crumbs.map(({ label, path }, index) => (
          <li key={label}>
            {path && index < crumbs.length - 1 ? (
              <a href={href(path)}>{label}</a>
            ) : (
              <span aria-current="page">{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
