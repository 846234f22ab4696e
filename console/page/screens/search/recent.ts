import type { Schemas } from '../../api/client';

export interface RecentObject {
  path: string;
  type: Schemas['FoundType'];
  id: string;
}

const STORED_AS = 'console-recent';
const MAX_RECENT = 8;

/** Ids only, no personal data; they last as long as the tab. */
export function readRecent(): RecentObject[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]') as RecentObject[];
  } catch {
    return [];
  }
}

export function rememberRecent(opened: RecentObject): void {
  const others = readRecent().filter(({ path }) => path !== opened.path);
  sessionStorage.setItem(STORED_AS, JSON.stringify([opened, ...others].slice(0, MAX_RECENT)));
}
