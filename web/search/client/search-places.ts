/** Search settings, read from attributes of the top bar's input. */
export interface SearchPlaces {
  /** The index file of this documentation version. */
  readonly index: string;
  /** The site's base without its last slash. */
  readonly base: string;
  readonly searchPage: string;
  /** The documentation version, unless it is the default one. */
  readonly version: string | undefined;
  readonly algolia: AlgoliaConfiguration | undefined;
}

export interface AlgoliaConfiguration {
  readonly appId: string;
  readonly apiKey: string;
  readonly index: string;
  /** Other servers than Algolia's, as origins. */
  readonly hosts: readonly string[];
  /** The documentation version of the records. */
  readonly version?: string;
}

export function searchPlaces(input: HTMLInputElement): SearchPlaces {
  const { algolia, searchIndex = '', searchBase = '', searchVersion } = input.dataset;
  return {
    index: searchIndex,
    base: searchBase,
    searchPage: input.form?.action ?? `${searchBase}/search`,
    version: searchVersion,
    algolia: algolia === undefined ? undefined : (JSON.parse(algolia) as AlgoliaConfiguration),
  };
}
