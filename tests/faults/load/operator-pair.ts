import { setTimeout as sleep } from 'node:timers/promises';
import { expectStatus, formatText, type LoadClient } from './client';

/** Two operators, of whom one requests a command and the other approves it. */

const COMMANDS = '/operators/v1/commands';
const END_MS = 300_000;

export interface OperatorPairOptions {
  client: LoadClient;
  /** Keys of two operators with the role `finance`. */
  operators: readonly [string, string];
  /** The prefix of idempotency keys. */
  name: string;
}

export interface EndedCommand {
  state: 'Succeeded' | 'Failed';
  outcome?: Record<string, unknown>;
}

export class OperatorPair {
  private count = 0;
  /** A client with the first operator's key. */
  readonly client: LoadClient;

  constructor(private readonly options: OperatorPairOptions) {
    this.client = options.client.as(options.operators[0]);
  }

  command(type: string, parameters: object): Promise<EndedCommand> {
    return this.carryOut(type, parameters, this.options.operators);
  }

  /** Both operators request a command at the same time, each approved by the other. */
  both(type: string, ours: object, theirs = ours): Promise<[EndedCommand, EndedCommand]> {
    return this.bothOf([type, ours], [type, theirs]);
  }

  bothOf(ours: [type: string, parameters: object], theirs: [string, object]): Promise<[EndedCommand, EndedCommand]> {
    const [first, second] = this.options.operators;
    return Promise.all([this.command(...ours), this.carryOut(...theirs, [second, first])]);
  }

  /** Requests a command as one operator, approves it as the other, and waits for its end. */
  private async carryOut(
    type: string,
    parameters: object,
    [requester, approver]: readonly [string, string],
  ): Promise<EndedCommand> {
    const { client, name } = this.options;
    const order = { type, parameters, reason: 'trial', idempotencyKey: `${name}-${++this.count}` };
    const requested = await client.as(requester).post(COMMANDS, order);
    // Another operator was faster.
    if (requested.status === 400 && formatText(requested.body, 'code') === 'invalidOperationParameters')
      return { state: 'Failed' };
    expectStatus(requested, type, 200);
    const path = `${COMMANDS}/${formatText(requested.body, 'id')}`;
    if (formatText(requested.body, 'state') === 'AwaitingApproval')
      expectStatus(await client.as(approver).post(`${path}/approve`, { reason: 'trial' }), `approval of ${type}`, 200);
    for (const end = Date.now() + END_MS; Date.now() < end; await sleep(200)) {
      const answer = await client.as(requester).get(path);
      expectStatus(answer, path, 200);
      const state = formatText(answer.body, 'state');
      if (state === 'Succeeded' || state === 'Failed') return answer.body as EndedCommand;
    }
    throw new Error(`the command ${path} had not ended within ${END_MS / 1_000} s`);
  }
}
