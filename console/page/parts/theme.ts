import { useSyncExternalStore } from 'react';

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

/** The theme of the page, for what is drawn on a canvas. */
export function useTheme(): string {
  return useSyncExternalStore(observeTheme, () => document.documentElement.dataset['theme'] ?? '');
}

function observeTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
