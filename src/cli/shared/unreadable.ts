import { ApiError } from '../../client/errors.ts';

/** Whether the service refused because AI steps are switched off for the workspace. */
export function isAiSwitchedOff(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'forbidden' && error.details?.['feature'] === 'split-ai';
}

/** Why a part cannot be read, so that the rest is done without it; null for every other failure. */
export function whyUnreadable(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const { status, details, method, path, message } = error;
  if (status === 403) {
    const scope = details?.['requiredScope'];
    return typeof scope === 'string' ? `your key lacks ${scope}` : message;
  }
  const request = `${method} ${path.replace(/\?.*/s, '')}`;
  return status === 404 || status === 405
    ? `the service has no ${request} (if it has it elsewhere: reach profile set --path)`
    : null;
}
