import { readStored, writeStored } from './stored';

const KEY = 'sample-language';

/** Stores one language for all samples in this browser. */
export function startSamples(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.samples input')) return;
    writeStored(KEY, target.value);
    choose(target.value);
  });
  applySampleLanguage();
}

export const storedLanguage = () => readStored(KEY);

export function applySampleLanguage(): void {
  const stored = storedLanguage();
  if (stored) choose(stored);
}

function choose(language: string): void {
  const selector = `.samples input[value="${CSS.escape(language)}"]`;
  for (const input of document.querySelectorAll<HTMLInputElement>(selector)) input.checked = true;
}
