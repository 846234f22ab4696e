import { useEffect, useState, type ReactNode } from 'react';
import { Link, NavLink, Outlet, useNavigation } from 'react-router-dom';
import { useMayExport, useSession } from '../session/session';
import { changeLanguage, language, loadScreenTexts, useTexts } from '../texts/texts';
import { Button } from './button';
import { lazyDialog } from './lazy-dialog';
import { changeTheme, currentTheme } from './theme';

const SearchDialog = lazyDialog(async () => {
  const [{ Search }] = await Promise.all([import('../screens/search/search'), loadScreenTexts()]);
  return Search;
});
const TestMode = lazyDialog(async () => (await import('../screens/own/test-mode')).TestMode);

export function Layout(): ReactNode {
  const texts = useTexts();
  const { state } = useNavigation();
  const [isSearching, setSearching] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      // By the place of the key, because in a Russian layout it types another letter.
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setSearching(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <div className="frame">
      <a href="#content" className="skip-link">
        {texts.common.skip}
      </a>
      <TopBar
        onSearch={() => setSearching(true)}
        menu={<MenuButton isOpen={isMenuOpen} onPress={() => setMenuOpen(!isMenuOpen)} />}
      />
      <Sections isOpen={isMenuOpen} onChoose={() => setMenuOpen(false)} />
      <main id="content" tabIndex={-1} aria-busy={state === 'loading'}>
        <Outlet />
      </main>
      {isSearching && <SearchDialog onClose={() => setSearching(false)} />}
    </div>
  );
}

/** On a phone the sections open by a press, so that the page begins in the first half of the screen. */
function MenuButton({ isOpen, onPress }: { isOpen: boolean; onPress: () => void }): ReactNode {
  const { nav } = useTexts();
  return (
    <Button
      text={nav.menu}
      className="button menu-button"
      aria-expanded={isOpen}
      aria-controls="sections"
      onPress={onPress}
    />
  );
}

function Sections({ isOpen, onChoose }: { isOpen: boolean; onChoose: () => void }): ReactNode {
  const { nav } = useTexts();
  const { person, has } = useSession();
  const mayExport = useMayExport();
  const seesAudit = has('support', 'finance', 'configuration', 'administrator');
  const sections =
    person.kind === 'operator'
      ? ([
          'today',
          'queue',
          'payments',
          'payouts',
          'registries',
          'webhooks',
          'merchants',
          'administration',
          'audit',
        ] as const)
      : (['home', 'payments', 'payouts', 'registries', 'webhooks', 'shops', 'keys'] as const);
  const shown = sections.filter((name) => (name === 'audit' ? seesAudit : name !== 'registries' || mayExport));
  return (
    <nav id="sections" className={isOpen ? 'sections open' : 'sections'} aria-label={nav.main}>
      <ul>
        {shown.map((name) => (
          <li key={name}>
            <NavLink to={`/${name}`} onClick={onChoose}>
              {nav[name]}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TopBar({ onSearch, menu }: { onSearch: () => void; menu: ReactNode }): ReactNode {
  const { nav, signIn, common } = useTexts();
  const { person, signOut } = useSession();
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  const roles =
    person.kind === 'merchant' ? signIn.merchant : person.roles.map((role) => signIn.role[role] ?? role).join(', ');
  const switchTheme = (): void => {
    changeTheme(other);
    setTheme(other);
  };
  return (
    <header className="top-bar">
      <Link to="/" className="brand">
        {common.product}
      </Link>
      <button type="button" className="button search-button" onClick={onSearch} aria-keyshortcuts="Control+K">
        <span>{nav.search}</span>
        <kbd>Ctrl+K</kbd>
      </button>
      {menu}
      <div className="top-actions">
        <button type="button" className="plain-button" onClick={switchTheme} aria-label={nav[other]} title={nav[other]}>
          <span aria-hidden="true">{other === 'dark' ? '☾' : '☀'}</span>
        </button>
        <button type="button" className="plain-button" onClick={() => changeLanguage(language === 'ru' ? 'en' : 'ru')}>
          <span aria-hidden="true">{language === 'ru' ? 'EN' : 'RU'}</span>
          <span className="visually-hidden">{nav.language}</span>
        </button>
        <span className="person" title={roles}>
          <Link to="/sessions" className="person-name">
            {person.name}
          </Link>
          <span className="person-roles">
            {roles}
            {person.kind === 'merchant' && <TestMode />}
          </span>
        </span>
        <Button text={nav.signOut} className="plain-button" onPress={signOut} />
      </div>
    </header>
  );
}
