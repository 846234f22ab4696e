import { lazyDialog } from '../../parts/lazy-dialog';

export const EditDialog = lazyDialog(async () => (await import('./edit-dialog')).EditDialog);
export const VersionsDialog = lazyDialog(async () => (await import('./versions-dialog')).VersionsDialog);
