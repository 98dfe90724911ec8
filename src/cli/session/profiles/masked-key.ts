// A key as it may be shown.

/** The first and last characters, enough to tell two keys apart. */
export function maskedKey(key: string): string {
  return key.length > 16 ? `${key.slice(0, 4)}…${key.slice(-4)}` : '…';
}
