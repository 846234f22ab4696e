import { DiskStorage } from './disk-storage';
import type { FileStorage } from './file-storage';
import { S3Storage } from './s3-storage';

/** What of the configuration decides where files rest. */
export interface FileStorageConfiguration {
  DATA_DIR: string;
  FILES_S3_BUCKET?: string | undefined;
  FILES_S3_ENDPOINT?: string | undefined;
  FILES_S3_REGION: string;
  FILES_S3_ACCESS_KEY_ID?: string | undefined;
  FILES_S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** The storage that is configured: a bucket, or else a folder of the local disk. */
export function openFileStorage(configuration: FileStorageConfiguration): FileStorage {
  const { FILES_S3_BUCKET: bucket, FILES_S3_REGION: region, FILES_S3_ENDPOINT: endpoint } = configuration;
  if (bucket === undefined) return new DiskStorage(configuration.DATA_DIR);
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = configuration;
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  return new S3Storage({ bucket, region, endpoint, credentials });
}
