import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { Path, Post, Route, SuccessResponse } from '@tsoa/runtime';
import { createFileLink } from '../../../security/file-link';
import { getReportFile } from '../../../store/merchants/report/report.queries';
import { ApiController } from '../../http/dependencies';
import type { FileDownload } from './report.types';
import type { EntityID } from '../shared/primitives.types';

@Route('files')
export class FilesController extends ApiController {
  /**
   * Получить ссылку, по которой файл отчёта можно скачать без ключа API. Ссылка действует одну минуту.
   * @summary Получить ссылку на файл
   */
  @Post('{fileID}/download')
  @SuccessResponse('201', 'Ссылка создана.')
  public async downloadFile(@Path() fileID: EntityID): Promise<FileDownload> {
    const { store, tokenSigningKeys, apiUrl } = this.api;
    await getReportFile(store.database, { fileID, partyID: this.caller.partyID });
    const { token, expiresAt } = await createFileLink(fileID, tokenSigningKeys);
    return { url: `${apiUrl}/files/${token}`, expiresAt: rfc3339Text(expiresAt) };
  }
}
