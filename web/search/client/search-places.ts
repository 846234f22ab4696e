/** Search settings, read from attributes of the top bar's input. */
export interface SearchPlaces {
  readonly index: string;
  /** The site's base without its last slash. */
  readonly base: string;
  readonly searchPage: string;
  readonly version: string | undefined;
  readonly algolia: AlgoliaConfiguration | undefined;
}

export interface AlgoliaConfiguration {
  readonly appId: string;
  readonly apiKey: string;
  readonly index: string;
  /** Other servers than Algolia's, as origins. */
  readonly hosts: readonly string[];
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
