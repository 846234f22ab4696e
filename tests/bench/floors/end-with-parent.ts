/** Exits when the bench that forked this process has ended. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit(1));
}
