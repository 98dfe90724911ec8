// Text that was read in the wrong encoding before it came to us: `MÃ¼ller` for Müller, or U+FFFD for what was lost.

interface TextDamage {
  /** `replaced`: characters are lost. `double-encoded`: they can be restored. */
  readonly kind: 'replaced' | 'double-encoded';
  /** The word it stands in. */
  readonly word: string;
}

const WORD_CHARACTERS_MAX = 40;

/** What windows-1252 shows for the bytes 0x80 to 0xBF: the second and later bytes of a character of UTF-8. */
const LATER = '\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
/** Those that follow an accented letter where nothing is damaged, as in `café »`. */
const BESIDE_WORDS = '\u00A0«»”“’‘…–—›‹•·°™®¡¿€';
/** Characters of two and of three bytes: `Ã¼`, `â€™`. Of others, and of capital letters in a word, nothing is certain. */
const DAMAGED = new RegExp(
  [
    `\uFFFD+|[ÂÃÄÅÐÑ][${LATER}]|[âã][${LATER}]{2}|[à-í](?![${BESIDE_WORDS}]{2})[${LATER}]{2}|á[º»][${LATER}](?=[a-z])|ðŸ[${LATER}]{2}`,
    // As Mac Roman, as a code page of DOS, as windows-1250 and windows-1251: `M√ºller`, `M├╝ller`, `MĂĽller`, `MГјller`, `РРІР°РЅ`.
    '[√¬][^\\0-\\x7F\\s]|‚Ä[^\\0-\\x7F]|[├┬][^\\s─├┬]|ΓÇ\\S',
    '(?<=\\p{Ll})[ĂĹ](?=\\S)|[ĂĹ](?=[\u0104-\u017E]\\p{Ll})|[ĂĹ][\u0080-\u00BF–—„…†‡‰‹›™‘’“”•˘˛ˇ]|(?<=[A-Za-z])Г\\S',
    '(?:[РС][\u0080-\u00BF\u0402-\u040F\u0452-\u045F\u0490\u0491‚„…†‡€‰‹›‘’“”•–—™№]){3}',
  ].join('|'),
  'u',
);

/** The first place where a text is damaged; null where none is. */
export function damageIn(text: string): TextDamage | null {
  const found = DAMAGED.exec(text);
  if (found === null) return null;
  const kind = found[0].startsWith('\uFFFD') ? 'replaced' : 'double-encoded';
  return { kind, word: wordAt(text, found.index, found[0].length) };
}

function wordAt(text: string, at: number, length: number): string {
  const isPart = (index: number): boolean => index >= 0 && index < text.length && !/[\s,;"]/.test(text.charAt(index));
  let from = at;
  while (at - from < WORD_CHARACTERS_MAX && isPart(from - 1)) from -= 1;
  let to = at + length;
  while (to - at < WORD_CHARACTERS_MAX && isPart(to)) to += 1;
  return text.slice(from, to);
}
