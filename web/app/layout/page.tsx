import type { ReactNode } from 'react';
import { siteConfig } from '../../site.config';
import { href } from '../site/href';
import { Icon } from './icons';
import type { VersionLink } from './navbar';
import { useSiteData } from './site-data';

interface PageProps {
  /** Navigation within one section replaces only `<main>` and keeps the sidebar. */
  section: string;
  root?: string;
  sidebar?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Page({ section, root, sidebar, children, className }: PageProps) {
  const site = useSiteData();
  const main = (
    <main id="main" className={className} tabIndex={-1} data-section={section}>
      {children}
    </main>
  );
  if (site?.fragment === 'main') return main;
  return (
    <div
      id="page"
      className={sidebar ? 'page with-sidebar' : 'page'}
      data-section={section}
      data-root={root && href(root)}
    >
      <aside id="sidebar" className="sidebar" aria-label="Навигация" {...{ popover: 'auto' }}>
        <button
          className="menu-close"
          type="button"
          {...{ popovertarget: 'sidebar', popovertargetaction: 'hide' }}
          aria-label="Закрыть меню"
        >
          <Icon name="close" />
        </button>
        <SiteMenu docsRoot={site?.docsRoot ?? '/docs'} versions={site?.versions ?? []} />
        {sidebar}
      </aside>
      {main}
    </div>
  );
}

function SiteMenu({ docsRoot, versions }: { docsRoot: string; versions: VersionLink[] }) {
  return (
    <nav className="site-menu" aria-label="Разделы сайта">
      <a href={href(docsRoot)} data-section="docs">
        Документация
      </a>
      {versions.length > 1 &&
        versions.map(({ name, label, root, isCurrent }) => (
          <a key={name} href={href(root)} data-version={name} aria-current={isCurrent ? 'true' : undefined}>
            Версия: {label}
          </a>
        ))}
      {siteConfig.specifications.map(({ route, title }) => (
        <a key={route} href={href(`/api/${route}`)}>
          {title}
        </a>
      ))}
      <a href={siteConfig.source.href} rel="noopener" target="_blank">
        {siteConfig.source.label}
      </a>
    </nav>
  );
}
