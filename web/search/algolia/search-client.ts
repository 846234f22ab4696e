import { liteClient } from 'algoliasearch/lite';
import { loadIndex } from '../client/load-index';
import { localHits } from './local-hits';

export interface AlgoliaConfiguration {
  readonly appId: string;
  readonly apiKey: string;
  readonly index: string;
  /** Other servers than Algolia's own, as origins. */
  readonly hosts: readonly string[];
  /** Version of the documentation whose records are searched. */
  readonly version?: string;
}

/** After this long without an answer the site's own index answers. */
const ARRIVAL_TIMEOUT_MS = 1500;

type LiteClient = ReturnType<typeof liteClient>;

/** Algolia's light client; where Algolia does not answer, the site's own index does, in the same shape. */
export function searchClient(algolia: AlgoliaConfiguration, local: { index: string; base: string }): LiteClient {
  const client = liteClient(
    algolia.appId,
    algolia.apiKey,
    algolia.hosts.length > 0 ? { hosts: algolia.hosts.map(toHost) } : {},
  );
  const search = async (parameters: unknown): Promise<unknown> => {
    try {
      return await withTimeout(client.search(parameters as Parameters<LiteClient['search']>[0]));
    } catch (error) {
      console.warn('Algolia не отвечает, ищем по индексу сайта', error);
      return answerLocally(requestsOf(parameters), local);
    }
  };
  return { ...client, search: search as LiteClient['search'] };
}

interface SearchRequest {
  readonly indexName: string;
  readonly query?: string;
}

function requestsOf(parameters: unknown): readonly SearchRequest[] {
  if (Array.isArray(parameters)) return parameters as SearchRequest[];
  return (parameters as { requests: SearchRequest[] }).requests;
}

async function answerLocally(
  requests: readonly SearchRequest[],
  local: { index: string; base: string },
): Promise<unknown> {
  const index = await loadIndex(local.index);
  const results = requests.map(({ indexName, query = '' }) => {
    const hits = localHits(index, query, local.base);
    return {
      index: indexName,
      query,
      hits,
      nbHits: hits.length,
      page: 0,
      nbPages: 1,
      hitsPerPage: hits.length,
      processingTimeMS: 1,
    };
  });
  return { results };
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
