const COPIED_MS = 2000;

/** The button above a guide copies the Markdown twin of the page; where that fails, it opens the twin. */
export function startCopyPage(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-copy-page]');
    if (button) void copyPage(button, button.dataset['copyPage'] ?? '');
  });
}

async function copyPage(button: HTMLElement, address: string): Promise<void> {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${answer.status}`);
    await navigator.clipboard.writeText(await answer.text());
  } catch {
    location.assign(address);
    return;
  }
  if ('done' in button.dataset) return;
  const label = [...button.childNodes];
  button.textContent = 'Скопировано';
  button.dataset['done'] = '';
  setTimeout(() => {
    button.replaceChildren(...label);
    delete button.dataset['done'];
  }, COPIED_MS);
}
