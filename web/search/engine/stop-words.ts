// Words that a match never depends on. Short on purpose: words that name things of this documentation (get, own, day,
// time, one) are not here, and the usual Russian lists are full of such (время, день, год, можно, человек).
const ENGLISH =
  'a about after an and any are as at be been but by can could did do does for from had has have how if in into is it ' +
  'its may might must of on or our should so some such than that the their them then there these they this those to ' +
  'was we were what when where which while who why will with would you your';
const RUSSIAN =
  'а бы в во вы для до же за и из или их к как ко ли мне мой мы на над не но о об от по под при про с со то у что чем ' +
  'это я';

const stopWords = new Set(`${ENGLISH} ${RUSSIAN}`.split(' '));

/** Whether a folded word is left out of what a result must contain. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}
