const COPIED_MS = 1500;

/** Copies a clicked card number, and shows only the cards that contain every word of the filter. */
export function startTestCards(): void {
  const cards = document.querySelector<HTMLElement>('[data-test-cards]');
  const filter = cards?.querySelector<HTMLElement>('.test-cards-filter');
  const input = filter?.querySelector('input');
  if (!cards || !filter?.hidden || !input) return;
  filter.hidden = false;
  const status = filter.querySelector('[role=status]');
  const say = (text: string) => status && (status.textContent = text);
  input.addEventListener('input', () => say(showMatching(cards, fold(input.value).split(/\s+/).filter(Boolean))));
  cards.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('.copy-number') : null;
    if (button) void copyNumber(button, say);
  });
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/(?<=\d) (?=\d)/g, '');
}

function showMatching(cards: HTMLElement, words: string[]): string {
  let count = 0;
  for (const group of cards.querySelectorAll('tbody')) {
    const [head, ...rows] = group.rows;
    for (const row of rows) {
      const text = fold(`${head?.textContent} ${[...row.cells].map(({ textContent }) => textContent).join(' ')}`);
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) count += 1;
    }
    group.hidden = rows.every(({ hidden }) => hidden);
  }
  return words.length === 0 ? '' : count === 0 ? 'Таких карт нет' : `Найдено: ${count}`;
}

async function copyNumber(button: HTMLElement, say: (text: string) => void): Promise<void> {
  await navigator.clipboard.writeText((button.textContent ?? '').replace(/\s/g, ''));
  button.dataset['done'] = '';
  say('Номер скопирован');
  setTimeout(() => {
    delete button.dataset['done'];
    say('');
  }, COPIED_MS);
}
