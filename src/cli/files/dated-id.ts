// Ids of what is kept on this machine: imports, merges, entries of the history.

/** Day and five characters: short enough to type. */
export function datedId(now: number, random: () => number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
  const tail = Math.floor(random() * 36 ** 5)
    .toString(36)
    .padStart(5, '0');
  return `${day}-${tail}`;
}

const DATED_ID = /^[0-9]{8}-[0-9a-z]{5}$/;

export const isDatedId = (text: string): boolean => DATED_ID.test(text);
