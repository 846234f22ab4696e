import searchAddress from '../../search/client/search-page.css?url';
import searchText from '../../search/client/search-page.css?inline';
import homeAddress from './home.css?url';
import homeText from './home.css?inline';
import referenceAddress from './reference.css?url';
import referenceText from './reference.css?inline';
import siteAddress from './site.css?url';
import siteText from './site.css?inline';

/** A style sheet as a file for navigation and as text for whole documents. */
export interface Sheet {
  address: string;
  text: string;
}

/** Whole documents inline their styles to save a round trip before the first paint. */
export const sheets = {
  site: { address: siteAddress, text: siteText },
  home: { address: homeAddress, text: homeText },
  reference: { address: referenceAddress, text: referenceText },
  search: { address: searchAddress, text: searchText },
} satisfies Record<string, Sheet>;

export interface RouteHandle {
  sheet: Sheet;
}
