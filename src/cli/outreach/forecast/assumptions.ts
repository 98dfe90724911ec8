// What a forecast assumes of people: the share that opens, clicks, accepts, replies.

import type { ContactReaction } from '../../../contract/campaigns/enums.ts';
import { alternatives } from '../../../contract/english.ts';
import { getOwn } from '../../../contract/json.ts';
import { UsageError } from '../../terminal/exit.ts';

const WORDS = {
  opened: 'open',
  clicked: 'click',
  viewed: 'view',
  accepted: 'accept',
  completed: 'complete',
  replied: 'reply',
} as const satisfies Readonly<Record<string, ContactReaction>>;

export type Rates = Readonly<Partial<Record<ContactReaction, number>>>;

/** `40%`, or `0.4`; null for anything else. */
function shareOf(text: string): number | null {
  const [, number, sign] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim()) ?? [];
  if (number === undefined) return null;
  const share = Number(number) / (sign === '%' ? 100 : 1);
  return share <= 1 ? share : null;
}

/** The value of `--assume`: `opened=40%,accepted=25%`. */
export function assumedRates(text: string | undefined): Rates {
  const parts = (text ?? '').split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const [word = '', value = ''] = part.split('=');
      const reaction = getOwn(WORDS, word.trim());
      const share = shareOf(value);
      if (reaction !== undefined && share !== null) return [reaction, share] as const;
      const hint = `one of ${alternatives(Object.keys(WORDS))}, with a share: opened=40%`;
      throw new UsageError(`--assume ${part.trim()}: is not an assumption`, { hint });
    }),
  );
}

/** The same words with the rates that were in force. */
export const assumedWords = (rates: Rates): Record<string, number> =>
  Object.fromEntries(Object.entries(WORDS).map(([word, reaction]) => [word, rates[reaction] ?? 0]));
