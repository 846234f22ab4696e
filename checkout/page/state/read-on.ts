import { EVENTS_PAGE_SIZE, eventsPath } from '../api/addresses';
import type { ApiClient } from '../api/client';
import type { Progress } from './progress';
import type { FollowLimits } from './purpose';

interface EventReader<Event> {
  subject: string;
  token: string;
  progress: Progress;
  limits: FollowLimits | undefined;
  withEvent: (progress: Progress, event: Event) => Progress;
}

export async function readEvents<Event>(call: ApiClient, from: EventReader<Event>): Promise<Progress> {
  const { subject, token, limits, withEvent } = from;
  let { progress } = from;
  for (;;) {
    const events = await call<Event[]>(eventsPath(subject, progress.lastEventID), { token, ...limits });
    progress = events.reduce(withEvent, progress);
    if (events.length < EVENTS_PAGE_SIZE) return progress;
  }
}
