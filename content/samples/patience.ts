/**
 * How long a sample waits for what happens by itself. A task that Temporal hands out and loses comes back after 10 s
 * (of a workflow) or 16 s (of an activity, by its heartbeat); a story may lose one of each and must still end well.
 */
export const patienceMs = 45_000;
