import type { SidebarNode } from '../site/docs.server';
import { href } from '../site/href';

export function DocsSidebar({ nodes, path }: { nodes: SidebarNode[]; path: string }) {
  return (
    <nav className="tree" aria-label="Боковая панель документации">
      <Level nodes={nodes} path={path} />
    </nav>
  );
}

function Level({ nodes, path }: { nodes: SidebarNode[]; path: string }) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.path}>
          <TreeLink node={node} path={path} />
          {node.items ? (
            <details open>
              <summary aria-label={`Свернуть или развернуть раздел «${node.title}»`} />
              <Level nodes={node.items} path={path} />
            </details>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function TreeLink({ node, path }: { node: SidebarNode; path: string }) {
  return (
    <a
      href={href(node.path)}
      className={node.items && 'tree-category'}
      aria-current={node.path === path ? 'page' : undefined}
    >
      {node.title}
    </a>
  );
}
