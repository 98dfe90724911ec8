import { ApiError } from '../../../client/errors.ts';

/** Whether the service refused because AI steps are switched off for the workspace. */
export function isAiSwitchedOff(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'forbidden' && error.details?.['feature'] === 'split-ai';
}
