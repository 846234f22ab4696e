import { z } from 'zod';
import { httpUrl, text } from './variable-kinds';

/** Where report files are stored. */
export const filesVariables = {
  FILES_S3_BUCKET: text
    .optional()
    .describe('Bucket of report files. Without it they are stored in DATA_DIR, which API and worker must then share'),
  FILES_S3_ENDPOINT: httpUrl.optional().describe("Endpoint of an S3-compatible storage other than Amazon's"),
  FILES_S3_REGION: text.default('us-east-1').describe('Region of the bucket'),
  FILES_S3_ACCESS_KEY_ID: text.optional().describe('Access key of the bucket; by default the AWS SDK finds it'),
  FILES_S3_SECRET_ACCESS_KEY: text.optional().describe('Secret of that access key'),
  REGISTRY_DAYS: z.coerce
    .number({ error: 'must be a number of days' })
    .int()
    .min(1)
    .max(3_650)
    .default(30)
    .describe('Days until a registry and its files are deleted'),
};
