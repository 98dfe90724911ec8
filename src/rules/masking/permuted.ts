// Made-up text of the same shape: a vowel for a vowel, a digit for a digit, so that words stay pronounceable and numbers keep
// their length. It is a permutation of all texts of a shape: what is equal stays equal, what differs keeps differing.

/** Bytes that only the holder of a secret can make, the same for the same text; at least 32 of them. */
export type KeyedHash = (text: string) => Uint8Array;

/** Alphabets that letters stay in; upper case is restored afterwards. Letters of none of them are replaced by code point. */
const ALPHABETS: readonly string[] = [
  'aeiou',
  'bcdfghjklmnpqrstvwxyz',
  '0123456789',
  'àáâãäåèéêëìíîïòóôõöøùúûüýÿæœ',
  'çñðþšžčćđłńśźżřťďğş',
  'аеёиоуыэюяіїє',
  'бвгджзйклмнпрстфхцчшщъьґ',
  'αεηιουωάέήίόύώ',
  'βγδζθκλμνξπρτφχψ',
  // In capitals they are not what they were: each stays.
  ...'ßσς',
];

const PLACE = new Map(
  ALPHABETS.flatMap((alphabet) => [...alphabet].map((letter, index) => [letter, { alphabet: [...alphabet], index }])),
);

/** Scripts of which every letter of the block is as good as another: first code point, number of letters. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [0x05d0, 27],
  [0x0621, 26],
  [0x3041, 83],
  [0x30a1, 83],
  [0x4e00, 0x5000],
  [0xac00, 11_172],
];

interface Symbol {
  readonly size: number;
  readonly value: number;
  readonly letter: (value: number) => string;
}

function symbolOf(letter: string): Symbol | null {
  const place = PLACE.get(letter);
  if (place !== undefined) {
    const { alphabet, index } = place;
    return { size: alphabet.length, value: index, letter: (value) => alphabet[value] ?? letter };
  }
  const code = letter.codePointAt(0) ?? 0;
  const block = BLOCKS.find(([first, size]) => code >= first && code < first + size);
  if (block === undefined) return /\p{L}|\p{N}/u.test(letter) ? otherLetter(code) : null;
  return { size: block[1], value: code - block[0], letter: (value) => String.fromCodePoint(block[0] + value) };
}

const CONSONANTS = [...(ALPHABETS[1] ?? '')];
const otherLetter = (code: number): Symbol => ({
  size: CONSONANTS.length,
  value: code % CONSONANTS.length,
  letter: (value) => CONSONANTS[value] ?? 'b',
});

const ROUNDS = 4;

/** A Feistel network over the letters: each half in turn is moved by a keyed hash of the other. */
function permute(symbols: readonly Symbol[], hash: KeyedHash, purpose: string): number[] {
  const values = symbols.map(({ value }) => value);
  const middle = Math.ceil(values.length / 2);
  const shape = symbols.map(({ size }) => size).join();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [from, to] = round % 2 === 0 ? [0, middle] : [middle, values.length];
    const other = [...values.slice(0, from), ...values.slice(to)];
    let bytes = hash(`${purpose} ${round} ${shape} ${other.join()}`);
    for (let at = from, used = 0; at < to; at += 1, used += 2) {
      if (used + 1 >= bytes.length) {
        bytes = hash(`${purpose} ${round} ${shape} ${other.join()} ${at}`);
        used = 0;
      }
      const size = symbols[at]?.size ?? 1;
      values[at] = ((values[at] ?? 0) + (bytes[used] ?? 0) * 256 + (bytes[used + 1] ?? 0)) % size;
    }
  }
  return values;
}

/** Below this many letters a word has too few others of its shape: it grows. */
const LETTERS_MIN = 4;

const isUpper = (letter: string) => letter !== letter.toLowerCase();

/** A word of letters and digits. Upper and lower case of the same word give the same word. */
export function maskedWord(word: string, hash: KeyedHash): string {
  const letters = [...word];
  // As a whole: the last sigma of a word is another one.
  const whole = [...word.toLowerCase()];
  const lower =
    whole.length === letters.length
      ? whole
      : letters.map((letter) => ([...letter.toLowerCase()].length === 1 ? letter.toLowerCase() : letter));
  const symbols = lower.map(symbolOf);
  const known = symbols.filter((symbol) => symbol !== null);
  if (known.length === 0) return word;
  const values = permute(known, hash, 'word');
  let next = 0;
  const masked = symbols.map((symbol, at) => {
    const original = letters[at] ?? '';
    if (symbol === null) return original;
    const letter = symbol.letter(values[next++] ?? 0);
    return isUpper(original) && letter !== 'ß' ? letter.toUpperCase() : letter;
  });
  return masked.join('') + growth(lower.join(''), known.length, letters, hash);
}

/** What a short word grows by; a number keeps its length. */
function growth(lower: string, count: number, letters: readonly string[], hash: KeyedHash): string {
  const [first = ''] = letters;
  if (count >= LETTERS_MIN || !/[a-z\u00df-\u024f]/i.test(first)) return '';
  const bytes = hash(`growth ${lower}`);
  const syllable = [0, 1].map(
    (at) => (CONSONANTS[(bytes[at] ?? 0) % 21] ?? 'b') + ('aeiou'[(bytes[at + 2] ?? 0) % 5] ?? 'a'),
  );
  const text = syllable.join('');
  return letters.length > 1 && letters.every(isUpper) ? text.toUpperCase() : text;
}

/** Digits for digits; everything else stays. The first digit stays other than 0 where it was. */
export function maskedDigits(text: string, hash: KeyedHash, kept = 0): string {
  const places = [...text].flatMap((letter, at) => (/\d/.test(letter) && at >= kept ? [at] : []));
  const symbols = places.map((at, nth): Symbol => {
    const digit = Number(text[at]);
    return nth === 0 && digit > 0 && kept === 0
      ? { size: 9, value: digit - 1, letter: (value) => String(value + 1) }
      : { size: 10, value: digit, letter: String };
  });
  const values = permute(symbols, hash, 'digits');
  const letters = [...text];
  for (const [nth, at] of places.entries()) letters[at] = symbols[nth]?.letter(values[nth] ?? 0) ?? '0';
  return letters.join('');
}
