import { pipeline } from 'node:stream/promises';
import { Router, type Response } from 'express';
import type { Logger } from '../runtime/logger';
import { Refusal } from '../domain/platform/errors/refusal';
import { getReportFileKey } from '../domain/merchants/report/report';
import { exactSize } from '../files/exact-size';
import type { FileStorage } from '../files/file-storage';
import { readFileLink } from '../security/file-link';
import { findReportFile, type StoredReportFile } from '../store/merchants/report/report.queries';
import type { Store } from '../store/store';
import { clientAddress, getNetwork } from './http/client-address';
import { RETRY_AFTER_SECONDS } from './http/errors';
import type { RequestLimits } from './http/request-limits';
import { onlyMethods } from './http/unhandled';
import type { KeyRing } from '../security/key-ring';

export interface FilesOptions {
  store: Store;
  tokenSigningKeys: KeyRing;
  files: FileStorage;
  logger: Logger;
  limits?: RequestLimits | undefined;
}

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

/** Serves report files by signed links until the links expire. Downloads of a file and of an address are limited. */
export function createFiles({ store, tokenSigningKeys, files, logger, limits }: FilesOptions): Router {
  const router = Router();
  router.get('/:token', (request, response, next) => {
    serve(request.params.token).catch((error: unknown) => {
      if (error instanceof Refusal) return next(error);
      logger.error({ err: error }, 'file could not be served');
      if (response.headersSent) response.destroy();
      else response.status(503).set('Retry-After', RETRY_AFTER_SECONDS).json({ message: 'temporarily unavailable' });
    });

    async function serve(token: string): Promise<void> {
      await limits?.checkOpen(`files ${getNetwork(clientAddress(request))}`);
      const fileID = await readFileLink(token, tokenSigningKeys);
      if (fileID) await limits?.checkOpen(`file ${fileID}`);
      const file = fileID && (await findReportFile(store.database, fileID));
      const stored = file && (await files.read(getReportFileKey({ ...file, id: Number(file.reportID) })));
      if (!file || !stored) return void response.status(404).json({ message: 'File not found' });
      setHeaders(response, file, stored.size);
      await pipeline(stored.content, exactSize(stored.size), response);
    }
  });
  router.all('/:token', onlyMethods('GET', 'HEAD'));
  return router;
}

function setHeaders(response: Response, { format, reportID, type }: StoredReportFile, size: number): void {
  const name = type === 'withdrawalRegistry' ? 'withdrawals' : type;
  response.setHeader('Content-Type', MEDIA_TYPES[format]);
  response.setHeader('Content-Length', String(size));
  response.setHeader('Content-Disposition', `attachment; filename="${name}-${reportID}.${format}"`);
  response.setHeader('Cache-Control', 'private, no-store');
}
