export interface DefaultTone {
  readonly id: number;
  readonly name: string;
  readonly description: string;
}

/** The default tones of every workspace. Ids of a workspace's own tones are above 1000. */
export const DEFAULT_TONES: readonly DefaultTone[] = [
  { id: 1, name: 'Friendly', description: 'Warm and light, as to an acquaintance' },
  { id: 2, name: 'Professional', description: 'Polite and to the point' },
  { id: 3, name: 'Direct', description: 'Short sentences, one question, no small talk' },
  { id: 4, name: 'Curious', description: 'Asks before it tells' },
  { id: 5, name: 'Formal', description: 'Full sentences and full titles' },
];
