// What `reach completion names` prints.

import { isNameKind, isOffered, knownNames } from '../../session/names.ts';
import type { Paths } from '../../session/paths.ts';
import { readConfig } from '../../session/profiles/profiles.ts';

/** Nothing for an unknown kind or a broken configuration, as the output goes into a completion. */
export async function namesText(paths: Paths, kind: string, profileName: () => string): Promise<string> {
  if (!isNameKind(kind)) return '';
  const known = async () => {
    if (kind === 'profiles') return ['local', ...Object.keys(readConfig(paths).profiles)];
    if (kind !== 'searches') return knownNames(paths, profileName(), kind);
    const { readSearches } = await import('../../shared/records/saved-searches.ts');
    return [...readSearches(paths).keys()];
  };
  try {
    const names = (await known()).filter(isOffered);
    return names.map((name) => `${name}\n`).join('');
  } catch {
    return '';
  }
}
