// The policy of an outreach folder: what no plan may do, whoever applies it.

import { getOwn, isObject } from '../../contract/json.ts';
import type { At } from '../problem.ts';
import type { ResourceKind } from './kinds.ts';
import type { Policy } from './settings.ts';

interface BrokenPolicy {
  readonly at: At;
  readonly message: string;
}

const isFilled = (value: unknown): boolean =>
  value != null && (typeof value !== 'string' || value.trim() !== '') && !(Array.isArray(value) && value.length === 0);

/** What one file, as it is written, breaks. */
export function brokenInFile(
  { requiredFields = {}, senders }: Policy,
  kind: ResourceKind,
  file: unknown,
): BrokenPolicy[] {
  if (!isObject(file)) return [];
  const missing = (getOwn(requiredFields, kind) ?? []).filter((name) => !isFilled(getOwn(file, name)));
  const broken: BrokenPolicy[] = missing.map((name) => ({
    at: [name],
    message: `the policy of the folder requires ${name} in every ${kind}`,
  }));
  if (senders === undefined || kind !== 'campaign') return broken;
  for (const key of ['identity', 'identityId']) {
    const sender = getOwn(file, key);
    if (sender == null || (typeof sender === 'string' && senders.includes(sender.trim()))) continue;
    broken.push({ at: [key], message: `the policy of the folder allows these senders only: ${senders.join(', ')}` });
  }
  return broken;
}
