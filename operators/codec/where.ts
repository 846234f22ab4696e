import type { CodecEnvironment } from '../../runtime/environment';

type UiSettings = Pick<CodecEnvironment, 'TEMPORAL_UI_URL' | 'TEMPORAL_UI_PORT'>;
type CodecSettings = Pick<CodecEnvironment, 'CODEC_URL' | 'CODEC_PORT'>;

/** The codec server's address for browsers. */
export function codecUrl({ CODEC_URL, CODEC_PORT }: CodecSettings): string {
  return CODEC_URL ?? `http://127.0.0.1:${CODEC_PORT}`;
}

/** The origins of Temporal UI; the local one has two names. */
export function uiOrigins({ TEMPORAL_UI_URL, TEMPORAL_UI_PORT }: UiSettings): string[] {
  if (TEMPORAL_UI_URL !== undefined) return [new URL(TEMPORAL_UI_URL).origin];
  return ['127.0.0.1', 'localhost'].map((name) => `http://${name}:${TEMPORAL_UI_PORT}`);
}
