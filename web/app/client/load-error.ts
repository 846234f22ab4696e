/** Shows that something did not load, where it should have stood, with a way to try again. */
export function showLoadError(place: HTMLElement, error: unknown, retry: () => void): void {
  const box = document.createElement('div');
  box.className = 'load-error';
  box.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = `Не удалось загрузить: ${error instanceof Error ? error.message : String(error)}`;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button';
  button.textContent = 'Retry';
  button.addEventListener('click', () => {
    box.remove();
    retry();
  });
  box.append(text, button);
  place.querySelector('.load-error')?.remove();
  place.prepend(box);
  button.focus();
}
