import type { ShownResult } from '../engine/show-result';

const PATHS = {
  page: 'M6 3h8l4 4v14H6zM14 3v4h4',
  heading: 'M9 4L7 20M17 4l-2 16M4 9h16M4 15h16',
  text: 'M5 7h14M5 12h14M5 17h9',
  operation: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  field: 'M9 4c-3 0-3 2-3 4s0 4-3 4c3 0 3 2 3 4s0 4 3 4M15 4c3 0 3 2 3 4s0 4 3 4c-3 0-3 2-3 4s0 4-3 4',
  errorCode: 'M12 4l9 16H3zM12 10v4M12 17v.5',
} as const;

/** The icon of a result: what it is before one has read it. It says nothing to a screen reader. */
export function resultIcon({ result }: ShownResult): string {
  const path = PATHS[iconOf(result.type, result.page.kind)];
  return `<svg class="suggestion_icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d="${path}"/></svg>`;
}

function iconOf(type: ShownResult['result']['type'], pageKind: string): keyof typeof PATHS {
  switch (type) {
    case 0:
      return pageKind === 'operation' ? 'operation' : 'page';
    case 1:
      return 'heading';
    case 2:
      return 'text';
    case 3:
      return 'field';
    case 4:
      return 'errorCode';
  }
}
