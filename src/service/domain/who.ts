import { SCOPES, type Scope } from '../../contract/scopes.ts';
import type { KeyRow } from '../store/keys.ts';
import type { Who } from './context.ts';

/** Scopes this version does not know are passed over. */
export function scopesOf(row: KeyRow): Scope[] {
  const kept: unknown = JSON.parse(row.scopes);
  return Array.isArray(kept) ? SCOPES.filter((scope) => kept.includes(scope)) : [];
}

export function whoOf(row: KeyRow): Who {
  const { workspaceId, userId, role, id, name } = row;
  const kept: unknown = JSON.parse(row.identityIds);
  const identityIds = Array.isArray(kept) ? kept.filter((one) => typeof one === 'number') : [];
  const restriction = identityIds.length === 0 ? {} : { identityIds };
  return { workspaceId, userId, role, keyId: id, keyName: name, scopes: scopesOf(row), ...restriction };
}
