import { readKeyRing, type KeyRing } from './key-ring';

export function payloadKeys(settings: { TEMPORAL_PAYLOAD_KEY?: string | undefined; TEMPORAL_PAYLOAD_WRITE: boolean }): {
  keys: KeyRing | undefined;
  isWriting: boolean;
} {
  const { TEMPORAL_PAYLOAD_KEY: text, TEMPORAL_PAYLOAD_WRITE: isWriting } = settings;
  return { keys: text === undefined ? undefined : readKeyRing(text), isWriting };
}
