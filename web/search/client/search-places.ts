/** Where the search finds what it needs: attributes of the input in the top bar. */
export interface SearchPlaces {
  /** Address of the index of this version of the documentation. */
  readonly index: string;
  /** The site's base without its last slash. */
  readonly base: string;
  readonly searchPage: string;
  /** Version of the documentation, where it is not the default one. */
  readonly version: string | undefined;
  readonly algolia: AlgoliaConfiguration | undefined;
}

export interface AlgoliaConfiguration {
  readonly appId: string;
  readonly apiKey: string;
  readonly index: string;
  /** Other servers than Algolia's own, as origins. */
  readonly hosts: readonly string[];
  /** Version of the documentation whose records are searched. */
  readonly version?: string;
}

/** Reads the attributes. */
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
