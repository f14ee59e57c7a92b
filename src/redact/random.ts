/** The 260 most frequent pairs of letters in the words and names of this project and of the API. */
const COMMON =
  'abacadafagaiakalamanaparasatauawaybabeblbobrbubycacccechcickclcocrcsctcucydadbdddedidodpdrdsdudyeaecedee' +
  'efegeielemeneoepeqereseteuevewexeyfafefffiflfofrftfugageghgigngogrgsguhahehihohtiaicidieifigiliminioipir' +
  'isitivixizjejojskekiknkskulaldlelilllolsltlulymambmemimmmompmsnancndnenfngninknlnnnonpnrnsntnunvoaobocod' +
  'ofogoiojokolomonoooporosotouovowpapepiplpoppprpsptpuqurarcrdrergrirkrlrmrnrorrrsrtrurvrysascseshsiskslso' +
  'spssstsuswtatctethtitltotptrtstttutwtyucudueuiulumunupurusutvavevivowawewhwiwnwowrwsxcxexixpxtylyoypysze';

const PAIRS: ReadonlySet<string> = new Set(COMMON.match(/../g));

/** Share of adjacent letter pairs in a run that occur in words; 1 where there are none. */
const wordiness = (run: string): number => {
  let [pairs, common] = [0, 0];
  const letters = run.toLowerCase();
  for (let at = 1; at < letters.length; at++) {
    const pair = letters.slice(at - 1, at + 1);
    if (!/^[a-z]{2}$/.test(pair)) continue;
    pairs++;
    if (PAIRS.has(pair)) common++;
  }
  return pairs === 0 ? 1 : common / pairs;
};

/** Of 200 random runs of 24 characters about three are wordier, of 200 names in public code one is less so. */
const MIN_WORDINESS = 0.65;

/** What is longer is judged by its start. */
const MAX_KEY = 200;

/** Groups of digits in a key come by chance; a name has few: a version, a date. */
const groupsOfDigits = (run: string): number => run.match(/\d+/g)?.length ?? 0;

/**
 * True for a run of letters and digits that can only be a key, in names of files too: it has no words, mixes upper and lower
 * case and digits, or is long and has digits throughout.
 */
export const isKey = (text: string): boolean => {
  const run = text.slice(0, MAX_KEY);
  const mixes = run.length >= 24 && /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run);
  const isLong = run.length >= 32 && groupsOfDigits(run) >= 4;
  return (mixes || isLong) && wordiness(run) < MIN_WORDINESS;
};

/**
 * True for a run of letters, digits and signs (16 characters or more) that no person reads or wrote: hex ids, keys,
 * base64. Names are made of words, however long they are.
 */
export const isRandom = (run: string): boolean =>
  run.length >= 64 ||
  (run.length >= 20 && (run.match(/\d/g)?.length ?? 0) >= 4) ||
  wordiness(run) < MIN_WORDINESS;
