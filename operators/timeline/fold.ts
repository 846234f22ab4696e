import type { MergedEntry } from './merge';

/** Repeated entries: the first and the last are shown, those between are counted. */
const SHOWN = 2;

/** Folds entries of one group, such as the attempts to deliver one message, into the first and the last. */
export function foldTimeline(entries: readonly MergedEntry[]): MergedEntry[] {
  const groups = new Map<string, MergedEntry[]>();
  for (const entry of entries) {
    if (entry.group === undefined) continue;
    const group = groups.get(entry.group);
    if (group) group.push(entry);
    else groups.set(entry.group, [entry]);
  }
  return entries.flatMap((entry) => {
    const group = entry.group === undefined ? undefined : groups.get(entry.group);
    if (!group || group.length <= SHOWN || entry === group[0]) return [entry];
    if (entry !== group.at(-1)) return [];
    return [{ ...entry, foldedCount: group.length - SHOWN }];
  });
}
