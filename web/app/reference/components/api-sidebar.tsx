import { href } from '../../site/href';
import type { ApiReference } from '../reference';

export function ApiSidebar({ reference, current }: { reference: ApiReference; current?: string }) {
  const { route, title } = reference.specification;
  return (
    <nav className="tree operations" aria-label={`Операции: ${title}`}>
      <a className="tree-root" href={href(`/api/${route}`)} aria-current={current ? undefined : 'page'}>
        {title}
      </a>
      {reference.groups.map((group) => (
        <details key={group.id} open>
          <summary>{group.title}</summary>
          <ul>
            {group.operations.map(({ id, method, title: name, event }) => (
              <li key={id}>
                <a
                  href={href(`/api/${route}/${id}`)}
                  aria-current={id === current ? 'page' : undefined}
                  className={event ? 'event-link' : `m-${method}`}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}
