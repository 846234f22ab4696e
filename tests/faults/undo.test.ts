import { undoAll, undoing, undoLater } from './undo';

test('failing work is undone once', async () => {
  const undone: string[] = [];
  const failing = undoing(
    () => undone.push('mount'),
    () => Promise.reject(new Error('broken')),
  );
  await expect(failing).rejects.toThrow('broken');
  await undoAll();
  expect(undone).toEqual(['mount']);
});

test('undoAll runs all undo steps in reverse order, despite failures', async () => {
  const undone: string[] = [];
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  undoLater(() => undone.push('first'));
  undoLater(() => Promise.reject(new Error('stuck')));
  const now = undoLater(() => undone.push('last'));
  await undoAll();
  await now();
  expect(undone).toEqual(['last', 'first']);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('stuck'));
  said.mockRestore();
});
