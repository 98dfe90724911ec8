// `--published-version`, for commands that can read a version instead of the draft.

import { wholeNumber } from '../../terminal/settings.ts';

const VERSION_MAX = 1_000_000_000;

/** Throws UsageError for text that is not a version; undefined means the draft. */
export function publishedVersion(text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber(text, '--published-version', 1, VERSION_MAX);
}
