/* What has been broken, mounted or started is put back, also where somebody interrupts it. */

type Undo = () => unknown;

const open: Undo[] = [];
let wasInterrupted = false;

/** Does the work, then undoes what it stood on; where the process is interrupted meanwhile, the handler of `main.ts` undoes it. */
export async function undoing<Result>(undo: Undo, work: () => Promise<Result>): Promise<Result> {
  const done = undoLater(undo);
  try {
    return await work();
  } finally {
    await done();
  }
}

/** Remembers how something is undone; what is returned undoes it now, and only the first time. */
export function undoLater(undo: Undo): () => Promise<void> {
  open.push(undo);
  return async () => {
    const index = open.indexOf(undo);
    if (index < 0) return;
    open.splice(index, 1);
    await undo();
  };
}

/** Undoes everything, the last first. One that fails keeps none of the others from it. */
export async function undoAll(): Promise<void> {
  for (let undo = open.pop(); undo; undo = open.pop()) {
    try {
      await undo();
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

export function isInterrupted(): boolean {
  return wasInterrupted;
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** One Ctrl-C may arrive twice: from the terminal, and passed on by who started us. */
const SAME_MS = 1_000;

/** Who presses Ctrl-C, or ends the process otherwise, finds nothing that it has left behind; who does so again does not wait for it. */
export function undoWhenInterrupted(say: (line: string) => void): void {
  let at = 0;
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (wasInterrupted && performance.now() - at > SAME_MS) process.exit(128 + number);
      if (wasInterrupted) return;
      wasInterrupted = true;
      at = performance.now();
      say(`\n${signal}: putting everything back`);
      void undoAll().finally(() => process.exit(128 + number));
    });
  }
}
