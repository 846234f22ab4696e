import { lazyDialog } from '../../parts/lazy-dialog';
import { loadConfigurationTexts } from '../../texts/configuration';

export const EditDialog = lazyDialog(async () => {
  await loadConfigurationTexts();
  return (await import('./edit-dialog')).EditDialog;
});

export const VersionsDialog = lazyDialog(async () => {
  await loadConfigurationTexts();
  return (await import('./versions-dialog')).VersionsDialog;
});
