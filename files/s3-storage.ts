import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { checkedKey } from './file-key';
import type { FileStorage, StoredFile } from './file-storage';

export interface S3Options {
  bucket: string;
  region: string;
  endpoint?: string | undefined;
  /** Default: the AWS SDK's sources (environment, profile, instance role). */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
}

export class S3Storage implements FileStorage {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor({ bucket, region, endpoint, credentials }: S3Options) {
    const configuration: S3ClientConfig = { region, ...(credentials && { credentials }) };
    // Most other stores have no host name for each bucket.
    if (endpoint !== undefined) Object.assign(configuration, { endpoint, forcePathStyle: true });
    this.client = new S3Client(configuration);
    this.bucket = bucket;
  }

  async save(key: string, localPath: string): Promise<void> {
    const { size } = await stat(localPath);
    const object = { ...this.locate(key), Body: createReadStream(localPath), ContentLength: size };
    await this.client.send(new PutObjectCommand(object));
  }

  async read(key: string): Promise<StoredFile | undefined> {
    try {
      const { Body, ContentLength } = await this.client.send(new GetObjectCommand(this.locate(key)));
      if (ContentLength === undefined) throw new Error('the bucket states no size');
      return Body && { size: ContentLength, content: Body as Readable };
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.locate(key)));
  }

  async has(key: string): Promise<boolean> {
    try {
      await this.client.send(new HeadObjectCommand(this.locate(key)));
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  private locate(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: checkedKey(key) };
  }
}
