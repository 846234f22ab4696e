import type { QuickStartSettings } from '../../console/quick-start';
import { showLoadError } from './load-error';

/** Loads the script of the quick start on its page. */
export function startQuickStart(): void {
  const place = document.querySelector<HTMLElement>('[data-quick-start][data-settings]');
  if (place) void open(place);
}

async function open(place: HTMLElement): Promise<void> {
  try {
    const { openQuickStart } = await import('../../console/quick-start');
    openQuickStart(JSON.parse(place.dataset['settings'] ?? '') as QuickStartSettings);
  } catch (error) {
    console.warn('Шаги страницы не загрузились', error);
    place.hidden = false;
    showLoadError(place, () => void open(place));
  }
}
