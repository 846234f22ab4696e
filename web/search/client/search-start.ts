import start from 'virtual:search-start';

const LISTS = [
  ['Разделы', start.sections],
  ['Частые вопросы', start.questions],
] as const;

/**
 * Adds sections and frequent questions to DocSearch's list, which is empty until something is typed. Styles hide them beside
 * results.
 */
export function addStart(dialog: HTMLElement, base: string, onChoose: () => void): void {
  const lists = LISTS.filter(([, links]) => links.length > 0).map(([title, links]) => {
    const items = links.map(({ label, path }) => {
      const link = createElement('a', { textContent: label, href: base + path, onclick: onChoose });
      const item = createElement('li');
      item.append(link);
      return item;
    });
    const list = createElement('ul');
    list.append(...items);
    const nav = createElement('nav', { ariaLabel: title });
    nav.append(createElement('p', { textContent: title }), list);
    return nav;
  });
  const whole = createElement('div', { className: 'search-start' });
  whole.append(...lists);
  dialog.querySelector('.DocSearch-Dropdown')?.append(whole);
}

/** Moves the focus between the input and these links by arrow keys. */
export function moveInStart(event: KeyboardEvent, dialog: HTMLElement): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...dialog.querySelectorAll<HTMLElement>('.search-start:only-child a')];
  const stops = [dialog.querySelector<HTMLElement>('.DocSearch-Input'), ...links];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (links.length === 0 || at < 0) return;
  event.preventDefault();
  stops[(at + (event.key === 'ArrowDown' ? 1 : stops.length - 1)) % stops.length]?.focus();
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}
