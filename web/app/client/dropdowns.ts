/** Adds clicks, Escape and ARIA states to menus, which open by pointer and focus without a script. */
export function startDropdowns(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('.dropdown')) {
    const button = menu.querySelector('button');
    if (button) startDropdown(menu, button);
  }
  startSidebarButton();
}

function startDropdown(menu: HTMLElement, button: HTMLButtonElement): void {
  const setOpen = (isOpen: boolean) => {
    menu.toggleAttribute('data-open', isOpen);
    menu.toggleAttribute('data-closed', !isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  // Disables opening by style alone.
  setOpen(false);
  let isHovered = false;
  const hover = (isOver: boolean, { pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return;
    isHovered = isOver;
    setOpen(isOver);
  };
  menu.addEventListener('pointerenter', (event) => hover(true, event));
  menu.addEventListener('pointerleave', (event) => hover(false, event));
  // The pointer has already opened the menu, so the click must not close it.
  button.addEventListener('click', () => setOpen(isHovered || !menu.hasAttribute('data-open')));
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    setOpen(false);
    button.focus();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (!menu.contains(relatedTarget as Node | null)) setOpen(false);
  });
  menu.querySelector('ul')?.addEventListener('click', () => setOpen(false));
}

function startSidebarButton(): void {
  const button = document.querySelector('.navbar-menu');
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLElement && target.id === 'sidebar') {
        button?.setAttribute('aria-expanded', String(target.matches(':popover-open')));
      }
    },
    true,
  );
}
