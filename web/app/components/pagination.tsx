import { href } from '../site/href';

interface PageLink {
  title: string;
  path: string;
}

export function Pagination({ previous, next }: { previous?: PageLink | undefined; next?: PageLink | undefined }) {
  if (!previous && !next) return null;
  return (
    <nav className="pagination" aria-label="Страница документа">
      {previous && (
        <a className="panel pagination-previous" href={href(previous.path)} rel="prev">
          <span>Предыдущая страница</span>
          {previous.title}
        </a>
      )}
      {next && (
        <a className="panel pagination-next" href={href(next.path)} rel="next">
          <span>Следующая страница</span>
          {next.title}
        </a>
      )}
    </nav>
  );
}
