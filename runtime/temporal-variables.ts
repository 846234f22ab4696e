import { z } from 'zod';
import { file, flag, httpUrl, keys32, port, text } from './variable-kinds';

export const temporalVariables = {
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^[^\s:/]+:\d+$/, { error: 'must be host:port' })
    .default('127.0.0.1:7233')
    .describe('Temporal frontend, host:port. The local start runs a server when it is not given'),
  TEMPORAL_NAMESPACE: text.default('default').describe('Temporal namespace'),
  TEMPORAL_UI_URL: httpUrl
    .optional()
    .describe('URL of Temporal UI for operators, to which timelines link. By default that of the local start'),
  TEMPORAL_TLS: flag.default(false).describe('Connect to Temporal over TLS (implied by a certificate or an API key)'),
  TEMPORAL_TLS_CERT: file.describe('File of the client certificate (PEM) for Temporal'),
  TEMPORAL_TLS_KEY: file.describe('File of the key (PEM) of that certificate'),
  TEMPORAL_TLS_CA: file.describe(
    'File of the certificate authority (PEM) of the Temporal server, when it is a private one',
  ),
  TEMPORAL_API_KEY: text.optional().describe('API key of Temporal Cloud'),
  TEMPORAL_TASK_QUEUE_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]+$/, { error: 'must be lower-case letters, digits and hyphens' })
    .default('holdfast')
    .describe('Prefix of all task queues, so that several installations can share a namespace'),
  TEMPORAL_PAYLOAD_KEY: keys32
    .optional()
    .describe(
      'Encrypts the payloads of workflows before they are sent to Temporal: base64 of 32 bytes. Several, separated by commas: ' +
        'the first encrypts, all decrypt. Without it payloads are in clear text',
    ),
  TEMPORAL_PAYLOAD_WRITE: flag
    .default(true)
    .describe('Whether payloads are encrypted with that key; with false it only decrypts'),
  CODEC_HOST: text
    .default('127.0.0.1')
    .describe('Address that the codec server of Temporal UI listens on; it has no authentication'),
  CODEC_PORT: port(8084).describe('Port of the codec server of Temporal UI'),
  CODEC_URL: httpUrl.optional().describe('URL of the codec server for browsers. By default that of this machine'),
};
