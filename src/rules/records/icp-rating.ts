import type { IcpRating } from '../../contract/inbox/enums.ts';

export interface Scored {
  readonly jobTitle: string | null;
  readonly hasCompany: boolean;
  /** Null where it is not known. */
  readonly employees: number | null;
}

export interface Rated extends Scored {
  /** Blocklisted, or opted out. */
  readonly isSuppressed: boolean;
}

/** Words of job titles of people who decide. ASCII, because SQL compares them too. */
export const DECISION_WORDS: readonly string[] = [
  ...[
    'chief',
    'ceo',
    'cfo',
    'cio',
    'cto',
    'coo',
    'cro',
    'cmo',
    'cpo',
    'vp',
    'president',
    'head',
    'director',
    'founder',
  ],
  ...['owner', 'partner', 'managing'],
];

/** What separates the words of a job title. */
export const TITLE_SEPARATORS: readonly string[] = [...' -/,.&()|;:'];

/** The points of a score: for a title that decides, and for a company of at least this size. */
export const SCORE = { decides: 50, large: 40, employeesMin: 50 } as const;

/** The lowest score of each band, highest first. */
export const SCORE_BANDS = [
  ['HIGH', 90],
  ['MEDIUM', 40],
  ['LOW', 0],
] as const;
export type ScoreBand = (typeof SCORE_BANDS)[number][0];

function decides(jobTitle: string): boolean {
  let title = jobTitle.toLowerCase();
  for (const separator of TITLE_SEPARATORS) title = title.replaceAll(separator, ' ');
  return title.split(' ').some((word) => DECISION_WORDS.includes(word));
}

/**
 * How well a contact fits, 0 to 90; null without a job title or company. The interface names the score and not its
 * formula (undocumented).
 */
export function icpScore({ jobTitle, hasCompany, employees }: Scored): number | null {
  if (jobTitle === null || jobTitle.trim() === '' || !hasCompany) return null;
  return (decides(jobTitle) ? SCORE.decides : 0) + ((employees ?? 0) >= SCORE.employeesMin ? SCORE.large : 0);
}

export function scoreBand(score: number | null): ScoreBand | null {
  return (score !== null && SCORE_BANDS.find(([, least]) => score >= least)?.[0]) || null;
}

/**
 * The interface names the ratings and not how they come about (undocumented): who decides at a company of some size is HIGH, one
 * of the two is MEDIUM, neither is LOW; without job title or company nothing can be said.
 */
export function icpRating({ isSuppressed, ...scored }: Rated): IcpRating {
  return isSuppressed ? 'DISQUALIFIED' : (scoreBand(icpScore(scored)) ?? 'MISSING_DATA');
}
