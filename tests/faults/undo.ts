/** Undoes faults, mounts and started processes, also on interruption. */

type Undo = () => unknown;

const open: Undo[] = [];
let wasInterrupted = false;

/** Runs work, then undoes its set-up; on interruption the handler of `main.ts` does. */
export async function undoing<Result>(undo: Undo, work: () => Promise<Result>): Promise<Result> {
  const done = undoLater(undo);
  try {
    return await work();
  } finally {
    await done();
  }
}

/** Registers an undo step. @returns a function that runs it now, once */
export function undoLater(undo: Undo): () => Promise<void> {
  open.push(undo);
  return async () => {
    const index = open.indexOf(undo);
    if (index < 0) return;
    open.splice(index, 1);
    await undo();
  };
}

/** Runs all undo steps in reverse order, despite failures. */
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

/** One Ctrl-C may arrive twice: from the terminal and from the parent process. */
const SAME_MS = 1_000;

/** Cleans up on a first signal, and exits at once on a second one. */
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
