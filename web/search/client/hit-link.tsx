import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import type { DocSearchModal } from '@docsearch/react';

type HitProps = Parameters<NonNullable<ComponentProps<typeof DocSearchModal>['hitComponent']>>[0];

/**
 * One result. DocSearch makes the list item the option and nests a link in it, which screen readers do not announce. So each
 * render makes the link the option.
 */
export function HitLink({ hit, children }: HitProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    const option = link.current;
    const item = option?.closest('li');
    if (!option || !item) return;
    item.setAttribute('role', 'none');
    // Gives each list the unique id that the input's `aria-controls` names.
    if (item.id) item.parentElement?.setAttribute('id', item.id.replace(/item-\d+$/, 'list'));
    for (const name of ['id', 'aria-selected']) {
      const value = item.getAttribute(name);
      if (value === null) continue;
      option.setAttribute(name, value);
      item.removeAttribute(name);
    }
  });
  return (
    <a ref={link} href={hit.url} role="option" aria-selected={false} tabIndex={-1}>
      {children}
    </a>
  );
}
