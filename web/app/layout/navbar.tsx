import logo from 'virtual:logo';
import { siteConfig } from '../../site.config';
import { href } from '../site/href';
import { Icon } from './icons';

export interface VersionLink {
  name: string;
  label: string;
  root: string;
  isCurrent: boolean;
}

interface NavbarProps {
  section: string;
  docsRoot: string;
  versions: VersionLink[];
  search: SearchSource | undefined;
}

export interface SearchSource {
  index: string;
  version: string;
  isDefault: boolean;
}

/** The top bar. It works without a script: menus open on focus; search box and mode switch are forms. */
export function Navbar({ section, docsRoot, versions, search }: NavbarProps) {
  return (
    <nav className="navbar" aria-label="Основная">
      <button className="navbar-menu" type="button" {...{ popovertarget: 'sidebar' }} aria-label="Открыть меню">
        <Icon name="menu" />
      </button>
      <a className="navbar-brand" href={href('/')}>
        <Logo />
        <span>{siteConfig.title}</span>
      </a>
      <div className="navbar-links">
        <a href={href(docsRoot)} data-section="docs" aria-current={section.startsWith('docs') ? 'page' : undefined}>
          Документация
        </a>
        <ApiMenu section={section} />
        {versions.length > 1 && <VersionMenu versions={versions} />}
      </div>
      <SearchBox source={search} />
      <ThemeSwitch />
      <a className="navbar-source" href={siteConfig.source.href} rel="noopener" target="_blank">
        <span>{siteConfig.source.label}</span>
        <Icon name="external" />
      </a>
    </nav>
  );
}

function ApiMenu({ section }: { section: string }) {
  return (
    <div className="dropdown">
      <button
        type="button"
        aria-haspopup="true"
        aria-expanded="false"
        data-active={section.startsWith('api:') || undefined}
      >
        API <Icon name="chevron" />
      </button>
      <ul>
        {siteConfig.specifications.map(({ route, title }) => (
          <li key={route}>
            <a href={href(`/api/${route}`)} aria-current={section === `api:${route}` ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function VersionMenu({ versions }: { versions: VersionLink[] }) {
  const current = versions.find(({ isCurrent }) => isCurrent) ?? versions[0];
  return (
    <div className="dropdown" data-versions>
      <button type="button" aria-haspopup="true" aria-expanded="false">
        Версия: {current?.label} <Icon name="chevron" />
      </button>
      <ul>
        {versions.map(({ name, label, root, isCurrent }) => (
          <li key={name}>
            <a href={href(root)} data-version={name} aria-current={isCurrent ? 'true' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SearchBox({ source }: { source: SearchSource | undefined }) {
  const algolia = siteConfig.algolia && { ...siteConfig.algolia, version: source?.version };
  const version = source?.isDefault === false ? source.version : undefined;
  return (
    <form className="navbar-search" role="search" aria-label="Поиск по сайту" action={href('/search')}>
      <Icon name="search" />
      <input
        className="navbar__search-input"
        type="search"
        name="q"
        placeholder="Поиск"
        aria-label="Поиск по документации"
        autoComplete="off"
        maxLength={200}
        data-search-index={source?.index}
        data-search-version={version}
        data-search-base={href('/').replace(/\/$/, '')}
        data-algolia={algolia && JSON.stringify(algolia)}
      />
      {version && <input type="hidden" name="version" value={version} />}
    </form>
  );
}

function ThemeSwitch() {
  return (
    <form className="theme-switch" method="post" action={href('/preferences')}>
      <button
        type="submit"
        name="theme"
        value="toggle"
        aria-label="Переключить тёмный и светлый режим"
        title="Тёмный и светлый режим"
      >
        <Icon name="moon" />
        <Icon name="sun" />
      </button>
    </form>
  );
}

function Logo() {
  if (!logo) return <img className="logo" src={href(siteConfig.favicon)} width="28" height="28" alt="" />;
  return <span className="logo" aria-hidden="true" dangerouslySetInnerHTML={{ __html: logo }} />;
}
