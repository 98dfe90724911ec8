// The tables of the service itself: who may call, what holds for all, what goes wrong on purpose. Times are epoch ms.

import type { Generated } from 'kysely';

export interface ServiceTables {
  workspaces: { id: Generated<number>; name: string; created_at: number };
  users: {
    id: Generated<number>;
    workspace_id: number;
    name: string;
    role: 'ADMIN' | 'MEMBER';
    created_at: number;
  };
  keys: {
    id: Generated<number>;
    workspace_id: number;
    user_id: number;
    name: string;
    hash: string;
    /** JSON array of scopes. */
    scopes: string;
    created_at: number;
    revoked_at: number | null;
  };
  /** What holds for the whole store: clock, switches, what was loaded. */
  settings: { name: string; value: string };
  faults: {
    id: Generated<number>;
    endpoint: string;
    /** JSON of the fault as given. */
    effect: string;
    times: number | null;
    /** Requests it was asked about; the index of the next roll. */
    asked: number;
    used: number;
  };
  rate_windows: { key_id: number; endpoint: string; began_at: number; used: number };
}
