import { undoAll, undoing, undoLater } from './undo';

test('what was done is undone where the work fails, and once', async () => {
  const undone: string[] = [];
  const failing = undoing(
    () => undone.push('mount'),
    () => Promise.reject(new Error('broken')),
  );
  await expect(failing).rejects.toThrow('broken');
  await undoAll();
  expect(undone).toEqual(['mount']);
});

test('all that is open is undone, the last first, whatever fails on the way', async () => {
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
