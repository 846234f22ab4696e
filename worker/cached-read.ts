/** Reads at most once in the time, for queries that are too dear for each scrape. Concurrent scrapes share one query; a failed one is repeated. */
export function cachedRead<Value>(read: () => Promise<Value>, validMs: number): () => Promise<Value> {
  let cached: { value: Promise<Value>; until: number } | undefined;
  return async () => {
    if (!cached || cached.until < Date.now()) cached = { value: read(), until: Date.now() + validMs };
    const current = cached;
    try {
      return await current.value;
    } catch (error) {
      if (cached === current) cached = undefined;
      throw error;
    }
  };
}
