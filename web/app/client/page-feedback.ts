/** Sends the answer to «Страница помогла?». Nothing is stored in the browser. */
export function startPageFeedback(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('[data-feedback] button');
    if (button) void sendFeedback(button);
  });
}

async function sendFeedback(button: HTMLButtonElement): Promise<void> {
  const place = button.closest<HTMLElement>('[data-feedback]');
  const query = new URLSearchParams({ page: decodeURI(location.pathname), helpful: button.value });
  const answer = await fetch(`${place?.dataset['feedback']}?${query}`, {
    method: 'POST',
    headers: { 'X-Page-Feedback': '1' },
  }).catch(() => undefined);
  if (place) place.textContent = answer?.ok ? 'Спасибо за ответ.' : 'Ответ не отправлен. Попробуйте позже.';
}
