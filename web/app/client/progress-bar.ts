// As specified: start after 200 ms at 0.08, move for 200 ms, advance by up to 0.02 every 800 ms.
const DELAY_MS = 200;
const INITIAL_PROGRESS = 0.08;
const SPEED_MS = 200;
const TRICKLE_RATE = 0.02;
const TRICKLE_MS = 800;

/** Shows a progress bar and a spinner for a slow page. */
export function showProgress(): { done: () => void } {
  let bar: HTMLElement | undefined;
  let spinner: HTMLElement | undefined;
  let trickle = 0;
  const start = setTimeout(() => {
    bar = createElement('progress-bar');
    spinner = createElement('spinner page-spinner');
    spinner.setAttribute('role', 'status');
    spinner.setAttribute('aria-label', 'Страница загружается');
    let progress = INITIAL_PROGRESS;
    move(bar, progress);
    trickle = window.setInterval(() => {
      progress = Math.min(0.994, progress + Math.random() * TRICKLE_RATE);
      if (bar) move(bar, progress);
    }, TRICKLE_MS);
    document.body.append(bar, spinner);
  }, DELAY_MS);
  return {
    done: () => {
      clearTimeout(start);
      clearInterval(trickle);
      spinner?.remove();
      if (!bar) return;
      move(bar, 1);
      const finished = bar;
      setTimeout(() => finished.remove(), SPEED_MS * 2);
    },
  };
}

function createElement(className: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  return element;
}

function move(bar: HTMLElement, progress: number): void {
  bar.style.transition = `transform ${SPEED_MS}ms ease`;
  bar.style.transform = `scaleX(${progress})`;
  bar.dataset['progress'] = progress.toFixed(4);
}
