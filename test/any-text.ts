// Any text there is, for property tests.

import fc from 'fast-check';

/** Half of a pair is no character. */
const [FIRST_HALF, HALVES, LAST] = [0xd800, 0x800, 0x10ffff];

/** As `unit: 'binary'` of fast-check, which first makes a map of all the million: a second of each worker. */
export const anyCharacter = fc.integer({ min: 0, max: LAST - HALVES }).map(
  (at) => String.fromCodePoint(at < FIRST_HALF ? at : at + HALVES),
  (text) => {
    const code = Object(text).codePointAt(0);
    return code < FIRST_HALF ? code : code - HALVES;
  },
);

/** In place of `fc.webUrl`, which makes that map as well. */
export const anyUrl = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.webAuthority(),
    fc.string({ unit: fc.oneof(anyCharacter, fc.constantFrom(...'aZ09-._~/?#&=:@+,;')) }),
  )
  .map(([scheme, authority, rest]) => `${scheme}://${authority}/${encodeURI(rest)}`);
