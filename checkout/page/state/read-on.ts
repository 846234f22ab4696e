import { EVENTS_PAGE, eventsPath } from '../api/addresses';
import type { Client } from '../api/client';
import type { Progress } from './progress';
import type { FollowLimits } from './purpose';

interface ReadOn<Event> {
  subject: string;
  token: string;
  progress: Progress;
  limits: FollowLimits | undefined;
  withEvent: (progress: Progress, event: Event) => Progress;
}

export async function readOn<Event>(call: Client, from: ReadOn<Event>): Promise<Progress> {
  const { subject, token, limits, withEvent } = from;
  let { progress } = from;
  for (;;) {
    const events = await call<Event[]>(eventsPath(subject, progress.lastEventID), { token, ...limits });
    progress = events.reduce(withEvent, progress);
    if (events.length < EVENTS_PAGE) return progress;
  }
}
