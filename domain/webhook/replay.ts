import { Refusal } from '../errors/refusal';

/** Which messages an operator has sent again: those of a time, of a range of events, of some types, about one subject. */
export interface ReplayRange {
  /** When it happened: from this moment on, and before that one. */
  fromTime?: Date | undefined;
  toTime?: Date | undefined;
  /** Both belong to the range. */
  fromEventID?: bigint | undefined;
  toEventID?: bigint | undefined;
  /** As the messages name them. */
  eventTypes?: readonly string[] | undefined;
  subject?: string | undefined;
}

/** Messages of one replay: what is more is asked for in parts, so that each can be looked at before the next. */
export const MAX_REPLAYED = 200_000;

/** @throws Refusal invalidRequest for a range that begins after its end */
export function assertRange({ fromTime, toTime, fromEventID, toEventID }: ReplayRange): void {
  if (fromTime && toTime && fromTime.getTime() >= toTime.getTime()) {
    throw new Refusal('invalidRequest', 'from must be before to', { place: 'body.from' });
  }
  if (fromEventID !== undefined && toEventID !== undefined && fromEventID > toEventID) {
    throw new Refusal('invalidRequest', 'fromEventID must not be above toEventID', { place: 'body.fromEventID' });
  }
}

/** @throws Refusal invalidRequest where a replay would have more messages than one may */
export function assertReplayable(messageCount: number): void {
  if (messageCount <= MAX_REPLAYED) return;
  const rule = `more than ${MAX_REPLAYED} messages: ask for a shorter range`;
  throw new Refusal('invalidRequest', rule, { place: 'body.to' });
}
