import { writeStored } from './stored';

type Theme = 'light' | 'dark';

/** The stored colour mode: light by default, regardless of the system preference. */
export function startTheme(): void {
  const form = document.querySelector<HTMLFormElement>('.theme-switch');
  const button = form?.querySelector('button');
  if (!form || !button) return;
  const describe = () => {
    const name = current() === 'dark' ? 'тёмный' : 'светлый';
    button.setAttribute('aria-label', `Переключить тёмный и светлый режим (сейчас используется ${name} режим)`);
  };
  describe();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const next: Theme = current() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = next;
    writeStored('theme', next);
    describe();
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'theme' || (newValue !== 'dark' && newValue !== 'light')) return;
    document.documentElement.dataset['theme'] = newValue;
    describe();
  });
}

function current(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}
