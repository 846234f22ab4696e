import { temporal } from '@temporalio/proto';

type History = temporal.api.history.v1.IHistory;
type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

const { EventType } = temporal.api.enums.v1;
const { HistoryEvent } = temporal.api.history.v1;

const CLOSING: readonly (number | null | undefined)[] = [
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW,
];

/** Fields of events that refer to other events. */
const REFERENCES = ['scheduledEventId', 'startedEventId', 'workflowTaskCompletedEventId'] as const;

/**
 * Histories in which a signal stands before a workflow task that did not know it: for each task of a history the events up
 * to its commands, with the signal before its start, and the start of the next task, so that the commands are compared.
 */
export function withSignalBeforeTasks({ events }: History, signalName: string): History[] {
  const recorded = events ?? [];
  return recorded.flatMap(({ workflowTaskCompletedEventAttributes: completed }, index) => {
    if (!completed) return [];
    const scheduled = recorded.findIndex(({ eventId }) => String(eventId) === String(completed.scheduledEventId));
    const commands = takeCommands(recorded, index);
    // Temporal refuses to close a workflow that has an unhandled signal.
    if (commands.some(({ eventType }) => CLOSING.includes(eventType))) return [];
    const task = recorded[scheduled];
    if (!task || !recorded[scheduled + 1]?.workflowTaskStartedEventAttributes) return [];
    const signalID = Number(task.eventId);
    const last = signalID + 1 + index + commands.length - scheduled;
    const signal = {
      eventTime: task.eventTime ?? null,
      eventType: EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED,
      workflowExecutionSignaledEventAttributes: { signalName },
    };
    const shifted = recorded.slice(scheduled, index + 1 + commands.length).map((event) => shift(event, signalID, 1));
    const nextTask = recorded.slice(scheduled, scheduled + 2).map((event) => shift(event, 0, last + 1 - signalID));
    return [
      {
        events: [
          ...recorded.slice(0, scheduled),
          { ...signal, eventId: task.eventId ?? null },
          ...shifted,
          ...nextTask,
        ],
      },
    ];
  });
}

/** The events that a completed task has written. */
function takeCommands(recorded: readonly HistoryEvent[], completed: number): HistoryEvent[] {
  const id = String(recorded[completed]?.eventId);
  const next = recorded.slice(completed + 1);
  const count = next.findIndex((event) => readReference(event, 'workflowTaskCompletedEventId') !== id);
  return count < 0 ? next : next.slice(0, count);
}

function readReference(event: HistoryEvent, field: (typeof REFERENCES)[number]): string | undefined {
  const attributes = Object.values(event).find(
    (value) => typeof value === 'object' && value !== null && field in value,
  );
  return attributes === undefined ? undefined : String((attributes as Record<string, unknown>)[field]);
}

/** Moves an event by a number of places, with its references to events from an id on. */
function shift(event: HistoryEvent, from: number, by: number): HistoryEvent {
  const copy = HistoryEvent.toObject(HistoryEvent.create(event), { longs: Number });
  for (const attributes of Object.values(copy) as Record<string, unknown>[]) {
    for (const field of REFERENCES) {
      const id = Number(attributes?.[field] ?? 0);
      if (id > 0 && id >= from) attributes[field] = id + by;
    }
  }
  return HistoryEvent.fromObject({ ...copy, eventId: Number(event.eventId) + by });
}
