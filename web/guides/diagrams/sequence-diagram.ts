import { escapeHtml } from '../../app/reference/prose';
import { parseSequence, type Participant, type Sequence, type SequenceStep } from './sequence-syntax';
import { measureText, wrapText } from './text-measure';

const FONT = 13;
const LINE = 17;
/** The relative width of bold text. */
const BOLD = 1.1;
const LABEL_WIDTH = 210;
const NUMBER = 9;
const MARGIN = 12;
const BOX_HEIGHT = 40;

type Message = Extract<SequenceStep, { kind: 'message' }>;

interface Column {
  participant: Participant;
  x: number;
  width: number;
}

interface OpenBlock {
  top: number;
  label: string;
  text: string;
  dividers: { y: number; text: string }[];
  depth: number;
}

/** Draws a sequence diagram; the style sheet sets its colours for both modes. */
export function drawSequence(source: string): string {
  const sequence = parseSequence(source);
  const columns = layColumns(sequence);
  const picture = new SequencePicture(columns);
  for (const step of sequence.steps) picture.add(step);
  return picture.finish();
}

/** The text version of a diagram. */
export function describeSequence(source: string): string[] {
  const { participants, steps } = parseSequence(source);
  const formatName = (id: string): string =>
    participants.find((one) => one.id === id)?.label.replace(/<br\s*\/?>/gi, ' ') ?? id;
  return steps
    .filter((step): step is Message => step.kind === 'message')
    .map(({ from, to, text }) => `${formatName(from)} → ${formatName(to)}: ${text.replace(/<br\s*\/?>/gi, ' ')}`);
}

function layColumns({ participants, steps }: Sequence): Column[] {
  const widths = participants.map(({ label }) =>
    Math.max(84, ...wrapText(label, FONT, 150).map((line) => measureText(line, FONT) * BOLD + 28)),
  );
  const gaps = participants.slice(1).map((_, index) => (widths[index]! + widths[index + 1]!) / 2 + 28);
  const indexOf = (id: string): number => participants.findIndex((one) => one.id === id);
  for (const step of steps) {
    if (step.kind !== 'message') continue;
    const [left, right] = [indexOf(step.from), indexOf(step.to)].sort((a, b) => a - b) as [number, number];
    const needed = Math.max(...getLines(step).map((line) => measureText(line, FONT))) + 44;
    if (left === right && left < gaps.length) gaps[left] = Math.max(gaps[left]!, needed + 30);
    const span = right - left;
    const room = gaps.slice(left, right).reduce((sum, gap) => sum + gap, 0);
    if (span > 0 && room < needed) for (let i = left; i < right; i += 1) gaps[i]! += (needed - room) / span;
  }
  let x = MARGIN + Math.max((widths[0] ?? 0) / 2, leftOverhang(steps, participants));
  return participants.map((participant, index) => {
    if (index > 0) x += gaps[index - 1]!;
    return { participant, x: Math.round(x), width: widths[index]! };
  });
}

/** Space for a note left of the first participant, or for the frames of blocks. */
function leftOverhang(steps: SequenceStep[], participants: Participant[]): number {
  const hasLeftNote = steps.some(
    (step) => step.kind === 'note' && step.side === 'left' && step.over[0] === participants[0]?.id,
  );
  return hasLeftNote ? 190 : steps.some((step) => step.kind === 'open') ? 70 : 0;
}

function getLines(message: { text: string }): string[] {
  return wrapText(message.text, FONT, LABEL_WIDTH);
}

class SequencePicture {
  private readonly shapes: string[] = [];
  private readonly backgrounds: string[] = [];
  private readonly blocks: OpenBlock[] = [];
  private readonly active = new Map<string, number>();
  private readonly top: number;
  private y: number;
  private right: number;

  constructor(private readonly columns: Column[]) {
    const lines = Math.max(1, ...columns.map(({ participant }) => wrapText(participant.label, FONT, 150).length));
    this.top = MARGIN + BOX_HEIGHT + (lines - 1) * LINE;
    this.y = this.top + 12;
    this.right = Math.max(...columns.map(({ x, width }) => x + width / 2));
  }

  add(step: SequenceStep): void {
    switch (step.kind) {
      case 'message':
        return this.addMessage(step);
      case 'note':
        return this.addNote(step);
      case 'activate':
        this.active.set(step.participant, this.y);
        return;
      case 'deactivate':
        return this.closeActivation(step.participant);
      case 'open':
        this.blocks.push({
          top: this.y + 8,
          label: step.block,
          text: step.text,
          dividers: [],
          depth: this.blocks.length,
        });
        this.y += 34;
        return;
      case 'divide':
        this.blocks.at(-1)?.dividers.push({ y: this.y + 12, text: step.text });
        this.y += 34;
        return;
      case 'close':
        return this.closeBlock();
    }
  }

  private column(id: string): Column {
    return this.columns.find(({ participant }) => participant.id === id)!;
  }

  private addMessage(message: Message): void {
    const lines = getLines(message);
    const [from, to] = [this.column(message.from).x, this.column(message.to).x];
    this.y += 10 + lines.length * LINE;
    if (from === to) return this.addOwnMessage(message, lines, from);
    const direction = Math.sign(to - from);
    const [start, end] = [from + (message.number === undefined ? 0 : direction * NUMBER), to - direction * 2];
    this.text(lines, (from + to) / 2, this.y - 7, 'middle');
    this.shapes.push(`<path class="${message.isDashed ? 'l d' : 'l'}" d="M${start} ${this.y}H${end}"/>`);
    this.addHead(message.head, end, direction);
    this.addNumber(message.number, from);
    this.y += 8;
  }

  private addOwnMessage(message: Message, lines: string[], x: number): void {
    this.text(lines, x + 14, this.y - 7, 'start');
    const style = message.isDashed ? 'l d' : 'l';
    this.shapes.push(`<path class="${style}" d="M${x} ${this.y}h34q6 0 6 6v10q0 6-6 6H${x + 2}"/>`);
    this.y += 22;
    this.addHead(message.head, x + 2, -1);
    this.addNumber(message.number, x, this.y - 22);
    this.right = Math.max(this.right, x + 20 + Math.max(...lines.map((line) => measureText(line, FONT))));
    this.y += 8;
  }

  private addHead(head: Message['head'], x: number, direction: number): void {
    const back = x - direction * 9;
    if (head === 'filled')
      this.shapes.push(`<path class="h" d="M${x} ${this.y}L${back} ${this.y - 4.5}V${this.y + 4.5}Z"/>`);
    if (head === 'open')
      this.shapes.push(`<path class="l" d="M${back} ${this.y - 5}L${x} ${this.y}L${back} ${this.y + 5}"/>`);
    if (head === 'cross') {
      this.shapes.push(
        `<path class="l" d="M${back} ${this.y - 5}l9 10m0-10l-9 10" transform="translate(${direction < 0 ? -9 : 0})"/>`,
      );
    }
  }

  private addNumber(number: number | undefined, x: number, y = this.y): void {
    if (number === undefined) return;
    this.shapes.push(`<circle class="n" cx="${x}" cy="${y}" r="${NUMBER}"/>`);
    this.shapes.push(`<text class="nt" x="${x}" y="${y + 4}" text-anchor="middle">${number}</text>`);
  }

  private addNote(note: Extract<SequenceStep, { kind: 'note' }>): void {
    const xs = note.over.map((id) => this.column(id).x);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const lines = wrapText(note.text, FONT, Math.max(160, right - left + 40));
    const width = Math.max(...lines.map((line) => measureText(line, FONT))) + 24;
    const height = lines.length * LINE + 12;
    const middle =
      note.side === 'left'
        ? left - 12 - width / 2
        : note.side === 'right'
          ? right + 12 + width / 2
          : (left + right) / 2;
    this.y += 12;
    const x = Math.max(4, Math.round(middle - width / 2));
    this.shapes.push(`<rect class="o" x="${x}" y="${this.y}" width="${Math.round(width)}" height="${height}" rx="4"/>`);
    this.text(lines, x + width / 2, this.y + height - 11, 'middle');
    this.right = Math.max(this.right, x + width);
    this.y += height + 4;
  }

  private closeActivation(participant: string): void {
    const since = this.active.get(participant);
    if (since === undefined) return;
    this.active.delete(participant);
    const { x } = this.column(participant);
    this.backgrounds.push(`<rect class="a" x="${x - 4}" y="${since}" width="8" height="${this.y - since}"/>`);
  }

  private closeBlock(): void {
    const block = this.blocks.pop();
    if (!block) return;
    this.y += 12;
    const inset = block.depth * 6;
    const x = Math.max(3, this.columns[0]!.x - 62) + inset;
    const width = this.right - x + 8 - inset;
    const tab = measureText(block.label, FONT) + 18;
    this.backgrounds.push(
      `<rect class="b" x="${x}" y="${block.top}" width="${width}" height="${this.y - block.top}" rx="5"/>`,
    );
    this.shapes.push(`<path class="bt" d="M${x} ${block.top + 20}v-15q0-5 5-5h${tab - 5}v12l-8 8z"/>`);
    this.shapes.push(`<text class="bl" x="${x + 8}" y="${block.top + 14}">${block.label}</text>`);
    this.condition(block.text, x + tab + 8, block.top + 15);
    for (const { y, text } of block.dividers) {
      this.shapes.push(`<path class="l d" d="M${x} ${y}h${width}"/>`);
      this.condition(text, x + 10, y + 17);
    }
    this.y += 4;
  }

  private condition(text: string, x: number, y: number): void {
    if (text) this.shapes.push(`<text class="bc" x="${x}" y="${y}">[${escapeHtml(text)}]</text>`);
  }

  private text(lines: string[], x: number, bottom: number, anchor: 'middle' | 'start'): void {
    lines.forEach((line, index) => {
      const y = bottom - (lines.length - 1 - index) * LINE;
      const place = anchor === 'middle' ? ' text-anchor="middle"' : '';
      this.shapes.push(`<text class="t" x="${Math.round(x)}" y="${y}"${place}>${escapeHtml(line)}</text>`);
    });
  }

  finish(): string {
    for (const id of this.active.keys()) this.closeActivation(id);
    const bottom = this.y + 14;
    const [width, height] = [Math.round(this.right + MARGIN + 4), Math.round(bottom + 6)];
    const boxes = this.columns.map((column) => this.participantBox(column)).join('');
    const lines = this.columns.map((column) => this.lifeline(column, bottom)).join('');
    const body = lines + this.backgrounds.join('') + this.shapes.join('');
    const draw = (mark: string, [from, to]: [number, number], shapes: string): string =>
      `<svg ${mark}viewBox="0 ${from} ${width} ${to - from}" width="${width}" height="${to - from}">${shapes}</svg>`;
    // The names are a picture of their own, so that they stay in sight while a phone scrolls the rest.
    return draw('class="names" aria-hidden="true" ', [0, this.top + 1], boxes) + draw('', [this.top + 1, height], body);
  }

  private lifeline({ x }: Column, bottom: number): string {
    return `<path class="f" d="M${x} ${this.top}V${bottom}"/>`;
  }

  private participantBox({ participant, x, width }: Column): string {
    const lines = wrapText(participant.label, FONT, 150);
    const height = this.top - MARGIN;
    const first = MARGIN + height / 2 - ((lines.length - 1) * LINE) / 2 + 4.5;
    const texts = lines.map(
      (line, index) =>
        `<text class="p" x="${x}" y="${first + index * LINE}" text-anchor="middle">${escapeHtml(line)}</text>`,
    );
    const shape = participant.isActor ? `rx="${height / 2}"` : 'rx="6"';
    const left = Math.round(x - width / 2);
    return `<rect class="x" x="${left}" y="${MARGIN}" width="${Math.round(width)}" height="${height}" ${shape}/>${texts.join('')}`;
  }
}
