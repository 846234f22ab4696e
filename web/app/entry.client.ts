import { startCheckoutDemo } from './client/checkout-demo';
import { enhanceCode } from './client/code';
import { startConsole } from './client/console';
import { startCopyPage } from './client/copy-page';
import { startDropdowns } from './client/dropdowns';
import { startNavigation } from './client/navigation';
import { startOperations } from './client/operations';
import { startPrefetch } from './client/prefetch';
import { startSamples } from './client/samples';
import { startSearch } from '../search/client/start-search';
import { followHeadings } from './client/table-of-contents';
import { startTheme } from './client/theme';
import { startVersions } from './client/versions';
import { whenIdle } from './client/when-idle';

// Pages are complete as the server sends them. This script adds comfort, the parts that answer to a touch first, and
// everything that may wait when the browser has nothing better to do.
function enhancePage(): void {
  startOperations();
  // One at a time: together they would hold up a slow phone.
  whenIdle(followHeadings);
  whenIdle(() => enhanceCode());
  whenIdle(startPrefetch);
  whenIdle(startCheckoutDemo);
}

startTheme();
startDropdowns();
startSamples();
startConsole();
startCopyPage();
startVersions();
startSearch();
startNavigation(enhancePage);
enhancePage();
