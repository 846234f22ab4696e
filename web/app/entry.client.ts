import { startCheckoutDemo } from './client/checkout-demo';
import { enhanceCode } from './client/code';
import { loadCodeFont } from './client/code-font';
import { startConsole } from './client/console';
import { startCopyPage } from './client/copy-page';
import { startDropdowns } from './client/dropdowns';
import { startNavigation } from './client/navigation';
import { startOperations } from './client/operations';
import { startPageFeedback } from './client/page-feedback';
import { startPrefetch } from './client/prefetch';
import { startQuickStart } from './client/quick-start';
import { startSamples } from './client/samples';
import { startSearch } from '../search/client/start-search';
import { followHeadings } from './client/table-of-contents';
import { startTestCards } from './client/test-cards';
import { startTheme } from './client/theme';
import { startVersions } from './client/versions';
import { whenIdle } from './client/when-idle';

// Pages are complete without this script. It sets up interactive parts first and the rest when the browser is idle.
function enhancePage(): void {
  startOperations();
  // One task each, so that a slow phone stays responsive.
  whenIdle(followHeadings);
  whenIdle(() => enhanceCode());
  whenIdle(startPrefetch);
  whenIdle(startCheckoutDemo);
  whenIdle(startTestCards);
  whenIdle(startQuickStart);
}

startTheme();
startDropdowns();
startSamples();
startConsole();
startCopyPage();
startPageFeedback();
startVersions();
startSearch();
startNavigation(enhancePage);
enhancePage();
loadCodeFont();
