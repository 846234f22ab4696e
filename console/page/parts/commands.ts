import { useCallback, useState } from 'react';
import { callOperators, toQuery, type Schemas } from '../api/client';
import { useTexts } from '../texts/texts';
import { useRefresh } from './actions';
import { useAnnounce } from './announcements';
import { useOperated } from './read';
import { wordFailure } from './word-failure';

export type FollowedCommand = Schemas['OperatorCommandRecord'];

export interface CommandRequest {
  type: string;
  parameters: Record<string, string | number | readonly string[]>;
  reason: string;
}

/** Whether a change waits for a second person. */
export function isCommand(answer: object): answer is FollowedCommand {
  return 'approverRoles' in answer;
}

const POLL_MS = 400;
const MAX_POLLS = 40;

function isRunning({ state }: Pick<FollowedCommand, 'state'>): boolean {
  return state === 'Approved';
}

/**
 * Requests commands of one dialog. All attempts of a dialog share a key, so a second press or a retry after a lost answer
 * makes no second command.
 */
export function useCommand(): (request: CommandRequest) => Promise<void> {
  const [idempotencyKey] = useState(() => `console:${crypto.randomUUID()}`);
  const follow = useFollow();
  return useCallback(
    async (request) => {
      const body = { ...request, idempotencyKey };
      follow(await callOperators<FollowedCommand>('/commands', { method: 'POST', body }));
    },
    [follow, idempotencyKey],
  );
}

export interface ApprovalDecision {
  commandID: string;
  action: 'approve' | 'reject';
  reason: string;
}

export function useCommandDecision(): (decision: ApprovalDecision) => Promise<void> {
  const follow = useFollow();
  return useCallback(
    async ({ commandID, action, reason }) => {
      const path = `/commands/${encodeURIComponent(commandID)}/${action}`;
      follow(await callOperators<FollowedCommand>(path, { method: 'POST', body: { reason } }));
    },
    [follow],
  );
}

/** The decisions about an object, which are read again while one is carried out. */
export function useCommandsOf(subjectID: string, enabled = true) {
  return useOperated<{ commands: FollowedCommand[] }>(`/commands${toQuery({ subjectID, limit: 20 })}`, {
    isBusy: ({ commands }) => commands.some(isRunning),
    enabled,
  });
}

/** Announces the outcome of a command, now or once it has been carried out, and refreshes the page. */
function useFollow(): (command: FollowedCommand) => void {
  const refresh = useRefresh();
  const announce = useAnnounce();
  const { commands, statuses, payment, errors } = useTexts();
  return useCallback(
    (command) => {
      const tell = (told: FollowedCommand): void => {
        const { type, state } = told;
        const failure = wordFailure(errors, told);
        const outcome = state === 'AwaitingApproval' ? payment.approvalNeeded : (statuses[state] ?? state);
        announce(`${commands[type] ?? type}: ${outcome}${failure === undefined ? '' : ` (${failure})`}`);
      };
      const follow = async (): Promise<void> => {
        let current = command;
        for (let poll = 0; isRunning(current) && poll < MAX_POLLS; poll++) {
          await new Promise((done) => setTimeout(done, POLL_MS));
          current = await callOperators<FollowedCommand>(`/commands/${encodeURIComponent(command.id)}`);
        }
        tell(current);
        await refresh();
      };
      follow().catch(() => announce(payment.sent));
    },
    [announce, refresh, commands, errors, payment, statuses],
  );
}
