// `reach completion names KIND` without the rest of the tool: it runs each time someone presses the tab key.

import { isNameKind, isOffered, knownNames } from '../../session/names.ts';
import { pathsOf } from '../../session/paths.ts';
import type { CacheContext } from '../../session/profile-cache.ts';
import { readConfig, workspaceOwner } from '../../session/profiles/profiles.ts';
import { resolveProfile } from '../../session/profiles/resolve-profile.ts';
import { type Io, processIo } from '../../terminal/io.ts';
import { inJob } from '../../terminal/job-log.ts';

/** Nothing for an unknown kind or a broken configuration, as the output goes into a completion. */
export async function namesText(
  context: CacheContext & { readonly io: Io },
  kind: string,
  owner: () => string,
): Promise<string> {
  if (!isNameKind(kind)) return '';
  const known = async () => {
    if (kind === 'profiles') return ['local', ...Object.keys(readConfig(context.paths).profiles)];
    if (kind !== 'searches') return knownNames(context, owner(), kind);
    const { knownSearches } = await import('../../shared/records/saved-searches.ts');
    return [...(await knownSearches(context)).keys()];
  };
  try {
    const names = (await known()).filter(isOffered);
    return names.map((name) => `${name}\n`).join('');
  } catch {
    return '';
  }
}

export async function answerNames(kind: string): Promise<void> {
  try {
    const io = inJob(processIo());
    const paths = pathsOf(io);
    const text = await namesText({ io, paths }, kind, () => workspaceOwner(resolveProfile(io, paths, undefined)));
    if (text !== '') await io.stdout.write(text);
  } catch {
    // The shell offers nothing, then.
  }
}
