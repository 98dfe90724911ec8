// What `reach completion names` prints.

import { isNameKind, isOffered, knownNames } from '../../session/names.ts';
import type { CacheContext } from '../../session/profile-cache.ts';
import { readConfig } from '../../session/profiles/profiles.ts';

/** Nothing for an unknown kind or a broken configuration, as the output goes into a completion. */
export async function namesText(context: CacheContext, kind: string, profileName: () => string): Promise<string> {
  if (!isNameKind(kind)) return '';
  const known = async () => {
    if (kind === 'profiles') return ['local', ...Object.keys(readConfig(context.paths).profiles)];
    if (kind !== 'searches') return knownNames(context, profileName(), kind);
    const { readSearches } = await import('../../shared/records/saved-searches.ts');
    return [...readSearches(context.paths).keys()];
  };
  try {
    const names = (await known()).filter(isOffered);
    return names.map((name) => `${name}\n`).join('');
  } catch {
    return '';
  }
}
