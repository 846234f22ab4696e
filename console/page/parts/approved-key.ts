import { ApiFailure, callOperators, isOutage, type Schemas } from '../api/client';
import { isCommand } from './commands';

type Command = Schemas['OperatorCommandRecord'];

/** How often a step that a second person approves is looked at. */
const POLL_MS = 1_000;

/** Waits for the second person where there must be one. @throws ApiFailure if the command ends otherwise */
export async function untilExecuted(answer: object, setWaiting: (isWaiting: boolean) => void): Promise<void> {
  if (!isCommand(answer)) return;
  let command = answer;
  while (command.state === 'AwaitingApproval' || command.state === 'Approved') {
    setWaiting(command.state === 'AwaitingApproval');
    await new Promise((done) => setTimeout(done, POLL_MS));
    command = await callOperators<Command>(`/commands/${encodeURIComponent(command.id)}`).catch((error: unknown) => {
      if (isOutage(error)) return command;
      throw error;
    });
  }
  if (command.state === 'Succeeded') return;
  throw new ApiFailure(
    HTTP_CONFLICT,
    command.failureCode ?? command.state,
    command.failure ?? command.decisionReason ?? command.state,
  );
}

const HTTP_CONFLICT = 409;

type KeyAnswer = Schemas['CreatedPartyKey'] | Schemas['RotatedPartyKey'] | Command;

/** The secret of a new key of a party; one that a second person approves is taken afterwards. */
export async function takeSecret(answer: KeyAnswer, setWaiting: (isWaiting: boolean) => void): Promise<string> {
  if ('apiKey' in answer) return answer.apiKey;
  if ('created' in answer) return answer.created.apiKey;
  await untilExecuted(answer, setWaiting);
  const path = `/commands/${encodeURIComponent(answer.id)}/party-key`;
  return (await callOperators<Schemas['TakenPartyKey']>(path, { method: 'POST' })).created.apiKey;
}
