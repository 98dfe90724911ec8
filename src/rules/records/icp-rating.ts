import type { IcpRating } from '../../contract/inbox/enums.ts';

/** What is known of a contact when it is rated. */
export interface Rated {
  readonly jobTitle: string | null;
  readonly hasCompany: boolean;
  /** Null where it is not known. */
  readonly employees: number | null;
  /** Blocklisted, or opted out. */
  readonly isSuppressed: boolean;
}

const DECIDES = /\b(chief|c[efitomrp]o|vp|vice president|head|director|founder|owner|partner|president|managing)\b/i;
const LARGE = 50;

/**
 * How well a contact fits. The interface names the ratings and not how they come about; chosen: who decides at a company
 * of some size is HIGH, one of the two is MEDIUM, neither is LOW; without job title or company nothing can be said.
 */
export function icpRating({ jobTitle, hasCompany, employees, isSuppressed }: Rated): IcpRating {
  if (isSuppressed) return 'DISQUALIFIED';
  if (jobTitle === null || jobTitle.trim() === '' || !hasCompany) return 'MISSING_DATA';
  const points = (DECIDES.test(jobTitle) ? 1 : 0) + ((employees ?? 0) >= LARGE ? 1 : 0);
  return points === 2 ? 'HIGH' : points === 1 ? 'MEDIUM' : 'LOW';
}
