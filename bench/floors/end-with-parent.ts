/** A floor is of no use to anybody but the bench that forked it, however that one ends. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit(1));
}
