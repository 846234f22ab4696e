import { liteClient } from 'algoliasearch/lite';
import type { SearchAnswer, SearchEngine, SearchQuestion } from '../client/search-engine';
import type { AlgoliaConfiguration, SearchPlaces } from '../client/search-places';

const ARRIVAL_TIMEOUT_MS = 1500;

/** Searches with Algolia and falls back to the site's own index after an error or a timeout. */
export function algoliaEngine(algolia: AlgoliaConfiguration, places: SearchPlaces): SearchEngine {
  const client = liteClient(
    algolia.appId,
    algolia.apiKey,
    algolia.hosts.length > 0 ? { hosts: algolia.hosts.map(toHost) } : {},
  );
  const version = algolia.version === undefined ? {} : { facetFilters: [`version:${algolia.version}`] };
  return async (question) => {
    try {
      return await withTimeout(readAnswer(client, { ...question, ...version }));
    } catch (error) {
      console.warn('Algolia не отвечает, ищем по индексу сайта', error);
      const { searchIndexEngine } = await import('../client/index-engine');
      return searchIndexEngine(places)(question);
    }
  };
}

async function readAnswer(client: ReturnType<typeof liteClient>, question: SearchQuestion): Promise<SearchAnswer> {
  const { results } = await client.search({ requests: [question] });
  return results[0] as unknown as SearchAnswer;
}

function withTimeout<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ARRIVAL_TIMEOUT_MS} ms`)), ARRIVAL_TIMEOUT_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function toHost(address: string): { url: string; accept: 'readWrite'; protocol: 'http' | 'https' } {
  const { host, protocol } = new URL(address);
  return { url: host, accept: 'readWrite', protocol: protocol === 'http:' ? 'http' : 'https' };
}
