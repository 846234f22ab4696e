// Optional words. Words with a meaning in this documentation (get, day, time; время, день, год) must match.
const ENGLISH =
  'a about after an and any are as at be been but by can could did do does for from had has have how if in into is it ' +
  'its may might must of on or our should so some such than that the their them then there these they this those to ' +
  'was we were what when where which while who why will with would you your';
const RUSSIAN =
  'а бы в во вы для до же за и из или их к как ко ли мне мой мы на над не но о об от по под при про с со то у что чем ' +
  'это я если куда где когда который которая которое которые которых какой какая какое какие каких себя свой мои моя ' +
  'мое все еще уже нужно надо можно есть сделать делать хочу хотим нам меня наш';

const stopWords = new Set(`${ENGLISH} ${RUSSIAN}`.split(' '));

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}
