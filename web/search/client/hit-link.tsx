import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import type { DocSearchModal } from '@docsearch/react';

type HitProps = Parameters<NonNullable<ComponentProps<typeof DocSearchModal>['hitComponent']>>[0];

/**
 * One result. The box makes the item of its list the option and the link a part of it, which no screen reader can tell: a link
 * within an option is not announced. So the link becomes the option, each time that the item is drawn.
 */
export function HitLink({ hit, children }: HitProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    const option = link.current;
    const item = option?.closest('li');
    if (!option || !item) return;
    item.setAttribute('role', 'none');
    // The input says that it controls a list of this name, while all lists have one name.
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
