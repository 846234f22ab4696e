import { showLoadError } from './load-error';

/** Loads the console when its button is first pressed. */
export function startConsole(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('.console-open') : null;
    const place = button?.closest<HTMLElement>('[data-console]');
    if (button && place) void open(place, button);
  });
}

async function open(place: HTMLElement, button: HTMLButtonElement): Promise<void> {
  button.setAttribute('aria-busy', 'true');
  try {
    const { openConsole } = await import('../../console/open-console');
    openConsole(place);
  } catch (error) {
    console.warn('Консоль не загрузилась', error);
    button.removeAttribute('aria-busy');
    showLoadError(place, () => void open(place, button));
  }
}
