import { DiskStorage } from './disk-storage';
import type { FileStorage } from './file-storage';

export interface FileStorageConfiguration {
  DATA_DIR: string;
  FILES_S3_BUCKET?: string | undefined;
  FILES_S3_ENDPOINT?: string | undefined;
  FILES_S3_REGION: string;
  FILES_S3_ACCESS_KEY_ID?: string | undefined;
  FILES_S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** Opens the configured storage: a bucket or else a local folder. The S3 client takes 21 MB, so it is loaded only for a bucket. */
export async function openFileStorage(configuration: FileStorageConfiguration): Promise<FileStorage> {
  const { FILES_S3_BUCKET: bucket, FILES_S3_REGION: region, FILES_S3_ENDPOINT: endpoint } = configuration;
  if (bucket === undefined) return new DiskStorage(configuration.DATA_DIR);
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = configuration;
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  const { S3Storage } = await import('./s3-storage.js');
  return new S3Storage({ bucket, region, endpoint, credentials });
}
