// What an assistant may do with the commands.

/** Each includes those before it. Drafts: what messages no one, pays for nothing and deletes nothing. */
export const ALLOWED = ['read', 'drafts', 'writes', 'sends'] as const;
export type Allowed = (typeof ALLOWED)[number];

/** Whether `allowed` includes what is needed. */
export const includes = (allowed: Allowed, needed: Allowed) => ALLOWED.indexOf(needed) <= ALLOWED.indexOf(allowed);
