import type { WordForms } from './stem-families';

// Endings of nouns, adjectives, verbs, participles and verbal nouns. All fitting endings are tried, not only the longest:
// «систем» is «система» without an ending, not «сист» with «ем».
const NOMINAL_ENDINGS = split(
  'а я о е и ы у ю ь й ов ев ей ам ям ах ях ом ем ью ой ою ами ями ия ие ий ию ии ием ией иям иями иях ья ье ьи ьем ' +
    'ый ая яя ое ее ые ого его ому ему ым им ых их ую юю ыми ими',
);
const VERBAL_ENDINGS = split(
  'ать ять еть ить ыть уть ул ула уло ули овать евать ировать ает ают аем аешь аете ай айте аю яет яют яем яешь яете яй яйте яю ует уют ' +
    'уем уешь уете уй уйте ую ирует ируют ируем ит ят ат им ишь ите ет ут ют ем ешь ете у ю и ал ала ало али ял яла яло ' +
    'яли ил ила ило или ел ела ело ели ьте овал овала овало овали ировал ировала ировали ав ив я ая яя уя ' +
    'ан ана ано аны ян яна яно яны ован ована овано ованы ирован ирована ировано ированы ' +
    'ание ания анию анием аний ании аниям аниями аниях ение ения ению ением ений ении ениям ениями ениях ' +
    'ование ования ованию ованием ований ировании ирование ирования',
);
const SHORT_PASSIVE = split('ен ена ено ены');
const ADJECTIVE_ENDINGS = split('ый ий ая яя ое ее ые ие ого его ому ему ым им ых их ую юю ыми ими ом ем ой ей');
const PARTICIPLES = split(
  'ающ яющ ующ ирующ ующ ющ ущ ащ ящ авш ивш явш евш овавш анн янн ованн ированн енн аем яем уем ируем',
);

const IRREGULAR_STEMS: Readonly<Record<string, string>> = { дн: 'ден', времен: 'врем', имен: 'им' };

const MAX_ENDING = 'ированиям'.length;

const CONSONANT = /[бвгджзклмнпрстфхцчшщ]$/;

export function russianForms(word: string): WordForms {
  const nominal = new Set<string>();
  const verbal = new Set<string>();
  const active = withoutReflexive(word);
  if (CONSONANT.test(word)) nominal.add(nominalStem(word));
  for (const stem of getStems(word, NOMINAL_ENDINGS)) addStem(nominal, word, stem, nominalStem);
  for (const stem of getStems(active, VERBAL_ENDINGS)) addStem(verbal, active, stem, verbalStem);
  for (const stem of getStems(active, SHORT_PASSIVE)) {
    // «оплачен», «отправлен»; but «токен» is a noun, unrelated to «ток».
    if (/[чщшжлднрс]$/.test(stem)) addStem(verbal, active, stem, verbalStem);
  }
  for (const participle of getStems(active, ADJECTIVE_ENDINGS)) {
    for (const stem of getStems(participle, PARTICIPLES)) addStem(verbal, participle, stem, verbalStem);
  }
  if (nominal.size === 0) nominal.add(word);
  return { nominal, verbal, roots: getRoots(nominal, verbal) };
}

function getStems(word: string, endings: ReadonlySet<string>): string[] {
  const stems: string[] = [];
  for (let length = Math.max(1, word.length - MAX_ENDING); length < word.length; length++) {
    if (endings.has(word.slice(length))) stems.push(word.slice(0, length));
  }
  return stems;
}

function addStem(stems: Set<string>, word: string, stem: string, normalise: (stem: string) => string): void {
  const isLongEnough = stem.length >= 3 || (stem.length === 2 && word.length <= 5);
  if (isLongEnough && CONSONANT.test(stem)) stems.add(normalise(stem));
}

function withoutReflexive(word: string): string {
  // «подпись» and «запись» end in «сь» without being reflexive, so a verb ending must precede.
  return /(?:[аиоеуыюя]?(?:ть|т|л|ла|ло|ли|м|шь|те|вши|у|ю)|[щш](?:ий|ая|ее|ие|его|ему|им|ем|их|ую|ей|ими))с[яь]$/.test(
    word,
  )
    ? word.slice(0, -2)
    : word;
}

/** Unifies stems with a fleeting vowel: ошибок → ошибк, кошелек, кошельк → кошелк. */
function nominalStem(stem: string): string {
  const regular = IRREGULAR_STEMS[stem] ?? stem;
  const single = regular.endsWith('нн') ? regular.slice(0, -1) : regular;
  return single.length < 4 ? single : single.replace(/(?:[ое](?=[гклмнрц]$)|[ьй](?=[бвгджзклмнпрстфхцчшщ]$))/, '');
}

/** Unifies stems with an alternating consonant: плачен → плат, отправлен → отправ, списыва → спис. */
function verbalStem(stem: string): string {
  return stem
    .replace(/жд$/, 'д')
    .replace(/([бпвмф])л$/, '$1')
    .replace(/(..)(?:[ыи]в|ав)$/, '$1')
    .replace(/[чщ]$/, 'т')
    .replace(/ж$/, 'з')
    .replace(/ш$/, 'с');
}

const DERIVATION = /(?:ац|атор|ировк|овк|овск|енн|ск|ов|ев|к|н)$/;

function getRoots(nominal: ReadonlySet<string>, verbal: ReadonlySet<string>): Set<string> {
  const roots = new Set<string>();
  for (const stem of nominal) {
    roots.add(verbalStem(stem));
    const root = stem.replace(DERIVATION, '');
    if (root.length >= 4) roots.add(verbalStem(root)).add(verbalStem(nominalStem(root)));
  }
  for (const stem of verbal) roots.add(stem);
  return roots;
}

function split(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
