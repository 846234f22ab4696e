/** Shows an error in place of what did not load, with a button to retry. */
export function showLoadError(place: HTMLElement, retry: () => void): void {
  const box = document.createElement('div');
  box.className = 'notice danger load-error';
  box.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = 'Не удалось загрузить: сервер не отвечает или нет сети.';
  const button = document.createElement('button');
  button.className = 'button primary';
  button.textContent = 'Повторить';
  button.addEventListener('click', () => {
    box.remove();
    retry();
  });
  box.append(text, button);
  place.querySelector('.load-error')?.remove();
  place.prepend(box);
  button.focus();
}

export function hideLoadErrors(): void {
  for (const box of document.querySelectorAll('.load-error')) box.remove();
}
