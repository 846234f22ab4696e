import { CONTENT_SIGNATURE_HEADER } from './content-signature';
import { REPLAY_HEADER, STANDARD_HEADERS } from './standard-headers';

/** The headers that each message has with the same values. */
export const FIXED_HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'User-Agent': 'Holdfast' } as const;

/** What decides on the headers of a sent message. */
export interface SentMessage {
  replayID: string | null;
  hasStandardHeaders: boolean;
  isTraced: boolean;
}

/** The headers of a sent message: those whose values are known, and the names of those whose values are not stored. */
export function sentHeaders({ replayID, hasStandardHeaders, isTraced }: SentMessage): {
  known: Record<string, string>;
  unknown: string[];
} {
  return {
    known: { ...FIXED_HEADERS, ...(replayID === null ? {} : { [REPLAY_HEADER]: replayID }) },
    unknown: [
      CONTENT_SIGNATURE_HEADER,
      ...(hasStandardHeaders ? STANDARD_HEADERS : []),
      ...(isTraced ? ['traceparent'] : []),
    ],
  };
}
