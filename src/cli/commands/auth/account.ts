// The account of a key, as `auth login` and `auth status` show it.

import { ReplyError } from '../../../client/errors.ts';
import type { Api } from '../../../contract/table.ts';
import { maskedKey } from '../../session/profiles/profiles.ts';

/** The account of the key; null if the service accepts it without naming one, as the interface allows. */
export async function validated(api: Api): Promise<unknown> {
  try {
    return await api.account.validate();
  } catch (error) {
    if (error instanceof ReplyError && error.fault === 'no_data') return null;
    throw error;
  }
}

/** Reads any answer: the interface does not define the body of /v1/validate. */
export function accountRow(profile: string, baseUrl: string, key: string | null, keyFrom: string, account: unknown) {
  const at = (path: readonly string[]) => {
    let value: unknown = account;
    for (const part of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
    return value ?? null;
  };
  return {
    profile,
    baseUrl,
    valid: true,
    key: key === null ? null : maskedKey(key),
    keyFrom,
    keyName: at(['key', 'name']),
    scopes: at(['key', 'scopes']),
    workspace: at(['workspace', 'name']),
    user: at(['user', 'name']),
  };
}

/** Where the key of a stored profile comes from. */
export const keyOrigin = (name: string, isInKeychain: boolean): string =>
  isInKeychain ? `keychain, profile ${name}` : `profile ${name}`;
