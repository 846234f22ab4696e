import markup from 'virtual:logo';
import { siteConfig } from '../../site.config';
import { href } from '../site/href';

/** The provider's mark, which is the site's favicon. */
export function Logo() {
  if (!markup) return <img className="logo" src={href(siteConfig.favicon)} width="28" height="28" alt="" />;
  return <span className="logo" aria-hidden="true" dangerouslySetInnerHTML={{ __html: markup }} />;
}
