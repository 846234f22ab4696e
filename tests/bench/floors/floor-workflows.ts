import { condition, defineSignal, proxySinks, setHandler, type Sinks } from '@temporalio/workflow';

interface FloorSinks extends Sinks {
  floor: { ended(): void };
}

const { floor } = proxySinks<FloorSinks>();
const ended = defineSignal<[status: string]>('ended');

/** Sleeps until a signal with a start wakes it; its only task ends it. */
export async function floorPayment(): Promise<string> {
  let status = '';
  setHandler(ended, (given) => void (status = given));
  await condition(() => status !== '');
  floor.ended();
  return status;
}
