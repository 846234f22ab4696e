export interface Participant {
  id: string;
  label: string;
  isActor: boolean;
}

export type SequenceStep =
  | {
      kind: 'message';
      from: string;
      to: string;
      text: string;
      isDashed: boolean;
      head: 'filled' | 'open' | 'cross';
      number?: number;
    }
  | { kind: 'note'; over: string[]; side: 'over' | 'left' | 'right'; text: string }
  | { kind: 'activate'; participant: string }
  | { kind: 'deactivate'; participant: string }
  | { kind: 'open'; block: string; text: string }
  | { kind: 'divide'; text: string }
  | { kind: 'close' };

export interface Sequence {
  participants: Participant[];
  steps: SequenceStep[];
}

const MESSAGE = /^(.+?)\s*(--?)(>>|>|x|\))\s*([+-]?)\s*([^:]+?)\s*:\s*(.*)$/;
const NOTE = /^note\s+(over|left of|right of)\s+([^:]+?)\s*:\s*(.*)$/i;
const PARTICIPANT = /^(participant|actor)\s+(\S+)(?:\s+as\s+(.+))?$/;
const BLOCK = /^(alt|opt|loop|par|critical|break)\b\s*(.*)$/;

/** Parses a mermaid sequence diagram; an unknown line fails the build instead of being dropped. */
export function parseSequence(source: string): Sequence {
  const participants = new Map<string, Participant>();
  const steps: SequenceStep[] = [];
  let count: number | undefined;
  const mention = (id: string): string => {
    if (!participants.has(id)) participants.set(id, { id, label: id, isActor: false });
    return id;
  };
  for (const line of source.split('\n').map((raw) => raw.replace(/%%.*$/, '').trim())) {
    if (!line || line === 'sequenceDiagram') continue;
    if (line === 'autonumber') {
      count = 0;
      continue;
    }
    const participant = PARTICIPANT.exec(line);
    if (participant) {
      const [, kind, id = '', label = id] = participant;
      participants.set(id, { id, label, isActor: kind === 'actor' });
      continue;
    }
    const message = MESSAGE.exec(line);
    if (message && !/^note\s/i.test(line)) {
      if (count !== undefined) count += 1;
      steps.push(...readMessage(message, mention, count));
      continue;
    }
    steps.push(readOther(line, mention));
  }
  return { participants: [...participants.values()], steps };
}

function readMessage(match: RegExpExecArray, mention: (id: string) => string, number?: number): SequenceStep[] {
  const [, from = '', stroke, arrow, sign, to = '', text = ''] = match;
  const message: SequenceStep = {
    kind: 'message',
    from: mention(from.trim()),
    to: mention(to),
    text,
    isDashed: stroke === '--',
    head: arrow === 'x' ? 'cross' : arrow === ')' || arrow === '>' ? 'open' : 'filled',
    ...(number === undefined ? {} : { number }),
  };
  if (sign === '+') return [message, { kind: 'activate', participant: to }];
  if (sign === '-') return [message, { kind: 'deactivate', participant: from.trim() }];
  return [message];
}

function readOther(line: string, mention: (id: string) => string): SequenceStep {
  const note = NOTE.exec(line);
  if (note) {
    const [, place = '', ids = '', text = ''] = note;
    const side = place.startsWith('left') ? 'left' : place.startsWith('right') ? 'right' : 'over';
    return { kind: 'note', over: ids.split(',').map((id) => mention(id.trim())), side, text };
  }
  const block = BLOCK.exec(line);
  if (block) return { kind: 'open', block: block[1] ?? '', text: block[2] ?? '' };
  const division = /^(?:else|and|option)\b\s*(.*)$/.exec(line);
  if (division) return { kind: 'divide', text: division[1] ?? '' };
  const activation = /^(activate|deactivate)\s+(\S+)$/.exec(line);
  if (activation) {
    return {
      kind: activation[1] === 'activate' ? 'activate' : 'deactivate',
      participant: mention(activation[2] ?? ''),
    };
  }
  if (line === 'end') return { kind: 'close' };
  throw new Error(`unknown line in a sequence diagram: ${line}`);
}
