import type { Schemas } from '../../api/client';

export type WaitingItem = Schemas['QueueItem'];
export type ChosenQueue = Schemas['QueueKind'];
