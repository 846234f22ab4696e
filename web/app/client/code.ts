const COPIED_MS = 1000;

/** Adds buttons to each code block: copy, and line wrapping where lines overflow. */
export function enhanceCode(within?: ParentNode): void {
  for (const block of (within ?? document).querySelectorAll<HTMLElement>('.code:not(:has(.code-tools))'))
    addTools(block);
}

function addTools(block: HTMLElement): void {
  const pre = block.querySelector('pre');
  if (!pre) return;
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  tools.append(copyButton(pre));
  block.append(tools);
  // Measuring overflow forces layout, so it is delayed until the pointer or the focus enters the block.
  const offerWrapping = () => {
    if (pre.scrollWidth > pre.clientWidth && tools.childElementCount === 1) tools.prepend(wrapButton(block));
  };
  for (const approach of ['pointerenter', 'focusin']) block.addEventListener(approach, offerWrapping, { once: true });
}

function copyButton(pre: HTMLElement): HTMLButtonElement {
  const button = createButton('Скопировать', 'Скопировать в буфер обмена');
  const copy = async () => {
    await navigator.clipboard.writeText(pre.innerText.replace(/\n$/, ''));
    button.textContent = 'Скопировано';
    button.dataset['done'] = '';
    setTimeout(() => {
      button.textContent = 'Скопировать';
      delete button.dataset['done'];
    }, COPIED_MS);
  };
  button.addEventListener('click', () => void copy());
  return button;
}

function wrapButton(block: HTMLElement): HTMLButtonElement {
  const button = createButton('Перенос', 'Переключить перенос по строкам');
  button.addEventListener('click', () =>
    button.setAttribute('aria-pressed', String(block.classList.toggle('wrapped'))),
  );
  return button;
}

function createButton(text: string, title: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button small';
  button.textContent = text;
  button.title = title;
  button.setAttribute('aria-label', title);
  return button;
}
