export type Theme = 'light' | 'dark';

const STORED_AS = 'console-theme';

export function currentTheme(): Theme {
  const stored = localStorage.getItem(STORED_AS);
  if (stored === 'light' || stored === 'dark') return stored;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function applyTheme(theme: Theme = currentTheme()): void {
  document.documentElement.dataset['theme'] = theme;
}

export function changeTheme(theme: Theme): void {
  localStorage.setItem(STORED_AS, theme);
  applyTheme(theme);
}
