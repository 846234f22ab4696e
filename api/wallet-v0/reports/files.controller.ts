import { rfc3339Text } from '../../../domain/rfc3339/rfc3339';
import { Controller, OperationId, Path, Post, Request, Route, SuccessResponse } from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import { createFileLink } from '../../../store/report/file-link';
import { getReportFile } from '../../../store/report/report.queries';
import { callerOf } from '../../http/context';
import type { ApiDependencies } from '../../http/dependencies';
import type { FileDownload } from './report.types';
import type { EntityID } from '../shared/primitives.types';

@Route('files')
export class FilesController extends Controller {
  constructor(private readonly api: ApiDependencies) {
    super();
  }

  /**
   * Получить ссылку, по которой файл отчёта можно скачать без ключа API. Ссылка действует одну минуту.
   * @summary Получить ссылку на файл
   * @param fileID Идентификатор файла.
   */
  @Post('{fileID}/download')
  @OperationId('downloadFile')
  @SuccessResponse('201', 'Ссылка создана.')
  public async downloadFile(@Request() request: HttpRequest, @Path() fileID: EntityID): Promise<FileDownload> {
    const { store, tokenSigningKeys, apiUrl } = this.api;
    await getReportFile(store.database, { fileID, partyID: callerOf(request).partyID });
    const { token, expiresAt } = await createFileLink(fileID, tokenSigningKeys);
    return { url: `${apiUrl}/files/${token}`, expiresAt: rfc3339Text(expiresAt) };
  }
}
