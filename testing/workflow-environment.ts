import { TestWorkflowEnvironment } from '@temporalio/testing';
import { service } from './services';

/** The SDK allows 5 s for a start, too little for Java on a loaded machine. */
const START_ATTEMPTS = 6;

/** Starts a time-skipping server. The test calls `teardown()`. */
export async function timeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  const executable = await service('timeSkipping');
  for (let attempt = 1; ; attempt++) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
    } catch (error) {
      if (attempt === START_ATTEMPTS || !String(error).includes('did not start within')) throw error;
    }
  }
}
