import { Refusal } from '../../platform/errors/refusal';

/** The filter of a replay. */
export interface ReplayRange {
  /** Half-open period of the events. */
  fromTime?: Date | undefined;
  toTime?: Date | undefined;
  /** Inclusive. */
  fromEventID?: bigint | undefined;
  toEventID?: bigint | undefined;
  eventTypes?: readonly string[] | undefined;
  subject?: string | undefined;
}

/** The limit of one replay, so that an operator can review each part before the next. */
export const MAX_REPLAYED = 200_000;

/** @throws Refusal invalidRequest for an inverted range */
export function assertRange({ fromTime, toTime, fromEventID, toEventID }: ReplayRange): void {
  if (fromTime && toTime && fromTime.getTime() >= toTime.getTime()) {
    throw new Refusal('invalidRequest', 'from must be before to', { place: 'body.from' });
  }
  if (fromEventID !== undefined && toEventID !== undefined && fromEventID > toEventID) {
    throw new Refusal('invalidRequest', 'fromEventID must not be above toEventID', { place: 'body.fromEventID' });
  }
}

/** @throws Refusal invalidRequest for a replay with too many messages */
export function assertReplayable(messageCount: number): void {
  if (messageCount <= MAX_REPLAYED) return;
  const rule = `more than ${MAX_REPLAYED} messages: ask for a shorter range`;
  throw new Refusal('invalidRequest', rule, { place: 'body.to' });
}
