// The locks of a store on PostgreSQL, beside those that others take in the same database.

/** "rch2". */
export const LOCKS = 0x72636832;
/** Number of the lock that those who work on the whole store take alone, and all others together. Workspaces have their id. */
export const WHOLE_STORE = 0;
