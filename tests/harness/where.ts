type Block = (name: string, run: () => unknown, timeoutMs?: number) => void;

/** Skips a test or suite where what it needs is absent; `npm test` lists it with the reason. */
export function where(block: { skip: unknown }, isPresent: boolean, reason: string): Block {
  if (isPresent) return block as unknown as Block;
  return (name, ...rest) => (block.skip as Block)(`${name} (skipped: ${reason})`, ...rest);
}
