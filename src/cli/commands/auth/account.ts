// The account of a key, as `auth login` and `auth status` show it.

import { ApiError, ReplyError } from '../../../client/errors.ts';
import type { Api } from '../../../contract/table.ts';
import { maskedKey } from '../../session/profiles/profiles.ts';

interface Validated {
  /** Null if the service accepts the key without naming an account, as the interface allows. */
  readonly account: unknown;
  /** The service knows the key, and its scopes do not let it read the account. */
  readonly isUnread: boolean;
}

export const UNREAD_NOTE =
  'the service knows the key, which may not read its account (WORKSPACE_READ): scopes and workspace were not checked';

/** Asks the service about its key; a key with few scopes is a key. Throws ApiError (401) for one it does not know. */
export async function validated(api: Api): Promise<Validated> {
  try {
    return { account: await api.account.validate(), isUnread: false };
  } catch (error) {
    if (error instanceof ReplyError && error.fault === 'no_data') return { account: null, isUnread: false };
    if (error instanceof ApiError && error.status === 403) return { account: null, isUnread: true };
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
