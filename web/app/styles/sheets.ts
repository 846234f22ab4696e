import searchAddress from '../../search/client/search-page.css?url';
import searchText from '../../search/client/search-page.css?inline';
import referenceAddress from './reference.css?url';
import referenceText from './reference.css?inline';
import siteAddress from './site.css?url';
import siteText from './site.css?inline';

/** A style sheet as a file, for pages that the site's own navigation brings, and as text, for whole documents. */
export interface Sheet {
  address: string;
  text: string;
}

/** A whole document brings its styles along: a phone that waits for a second answer shows nothing meanwhile. */
export const sheets = {
  site: { address: siteAddress, text: siteText },
  reference: { address: referenceAddress, text: referenceText },
  search: { address: searchAddress, text: searchText },
} satisfies Record<string, Sheet>;

/** What a route says of itself to the document around it. */
export interface RouteHandle {
  sheet: Sheet;
}
