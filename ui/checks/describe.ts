import type { GoLiveFact, GoLiveWords } from '../../domain/operators/go-live/go-live-fact';

/** Words a line of the list before going live. @param formatTime writes an RFC 3339 time as the reader expects it */
export function describeGoLive(
  words: GoLiveWords,
  fact: GoLiveFact,
  formatTime = (at: string): string => at,
): { found: string; remedy?: string } {
  const describe = words[fact.kind] as (fact: GoLiveFact) => [string, string?];
  const [found, remedy] = describe('at' in fact ? { ...fact, at: formatTime(fact.at) } : fact);
  return { found, ...(remedy !== undefined && { remedy }) };
}
