import { decodeHash } from './hash-target';

let stopFollowing: (() => void) | undefined;

/** Marks the current heading in the table of contents. */
export function followHeadings(): void {
  stopFollowing?.();
  const links = new Map<string, HTMLAnchorElement>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.toc a')) links.set(decodeHash(link.hash), link);
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter((one) => one !== null);
  if (headings.length === 0) return;
  let marked: HTMLAnchorElement | undefined;
  const mark = () => {
    const passed = lastPassed(headings, innerHeight * 0.25) ?? headings[0];
    const link = passed && links.get(passed.id);
    if (link === marked) return;
    marked?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'location');
    link?.scrollIntoView({ block: 'nearest' });
    marked = link;
  };
  let isAwaited = false;
  const onScroll = () => {
    if (isAwaited) return;
    isAwaited = true;
    requestAnimationFrame(() => {
      isAwaited = false;
      mark();
    });
  };
  addEventListener('scroll', onScroll, { passive: true });
  stopFollowing = () => removeEventListener('scroll', onScroll);
  mark();
}

/** Compares sections instead of headings, because locating a heading would lay out its section. */
function lastPassed(headings: HTMLElement[], line: number): HTMLElement | undefined {
  let passed: HTMLElement | undefined;
  for (const heading of headings) {
    const section = heading.closest('section')?.getBoundingClientRect();
    if (section && section.top > line) return passed;
    const isPassed = section && section.bottom < line ? true : heading.getBoundingClientRect().top < line;
    if (!isPassed) return passed;
    passed = heading;
  }
  return passed;
}
