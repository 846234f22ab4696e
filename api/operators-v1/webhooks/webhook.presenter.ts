import { present } from '../../../domain/platform/fields/present';
import { hasErasedData } from '../../../domain/operators/person/erased';
import { maskBody, maskContacts } from '../../../domain/operators/person/mask-body';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { sentHeaders } from '../../../domain/delivery/webhook/message-headers';
import { attemptPlace, type ListedAttempt } from '../../../store/delivery/webhook/attempt.queries';
import type { RecordedRequest } from '../../../store/delivery/webhook/attempt.request';
import type { OrderedReplay } from '../../../store/delivery/webhook/replay.order';
import type { ReplayRow } from '../../../store/delivery/webhook/replay.queries';
import type { WebhookOverview } from '../../../store/delivery/webhook/webhook.overview';
import type * as Wire from './webhook.types';

/** A webhook as operators see it. */
export function presentWebhook(overview: WebhookOverview): Wire.OperatedWebhook {
  const { createdAt, pausedAt, previousKeyUntil, previousStandardKeyUntil, ...webhook } = overview;
  const times = {
    createdAt: rfc3339Text(createdAt),
    pausedAt: pausedAt && rfc3339Text(pausedAt),
    previousKeyUntil: previousKeyUntil && rfc3339Text(previousKeyUntil),
    previousStandardKeyUntil: previousStandardKeyUntil && rfc3339Text(previousStandardKeyUntil),
  };
  return present({ ...webhook, ...times });
}

/** A page of attempts, with a token if it is full. Answers may repeat the message, so that contacts in them are masked too. */
export function presentAttempts(
  attempts: readonly ListedAttempt[],
  { limit, isMasked }: { limit: number; isMasked: boolean },
): Wire.DeliveryAttempts {
  const last = attempts.length === limit ? attempts.at(-1) : undefined;
  return {
    attempts: attempts.map(
      ({ eventID, startedAt, answer, ...attempt }) =>
        present({
          ...attempt,
          answer: answer !== null && isMasked ? maskContacts(answer) : answer,
          ...{ eventID: String(eventID), startedAt: rfc3339Text(startedAt) },
        }) as Wire.DeliveryAttempt,
    ),
    ...(last ? { continuationToken: attemptPlace(last) } : {}),
  };
}

/** The request of an attempt; unless `isMasked`, the body is shown as it is stored. */
export function presentRequest(request: RecordedRequest, isMasked: boolean): Wire.AttemptRequest {
  const { url, startedAt, body } = request;
  const { known, unknown } = sentHeaders(request);
  const content: unknown = JSON.parse(body);
  return {
    url,
    startedAt: rfc3339Text(startedAt),
    headers: [...Object.entries(known).map(([name, value]) => ({ name, value })), ...unknown.map((name) => ({ name }))],
    body: isMasked ? JSON.stringify(maskBody(content)) : body,
    isMasked,
    isErased: hasErasedData(content),
  };
}

/** An ordered or simulated replay. */
export function presentReplay(replay: OrderedReplay): Wire.Replay {
  return present(replay);
}

/** The progress of a replay. */
export function presentProgress(replayID: string, progress: readonly ReplayRow[]): Wire.ReplayState {
  return {
    replayID,
    createdAt: rfc3339Text(progress[0]?.createdAt ?? new Date()),
    webhooks: progress.map(({ webhookID, subjectCount, messageCount, plannedCount, underWayCount, isCancelled }) => ({
      webhookID,
      subjectCount,
      messageCount,
      plannedCount,
      underWayCount,
      isCancelled,
    })),
  };
}
