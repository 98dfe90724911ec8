// Who may look at the pages: links that open them once, and the sessions that these begin.

export const pageSessions = {
  name: '0016_page_sessions',
  sql: `
create table page_sessions (
  -- SHA-256 of the secret, in hex.
  hash text primary key,
  -- A link becomes a session when it is used.
  is_link integer not null,
  -- Of the real clock, epoch ms.
  expires_at integer not null
) strict, without rowid;
`,
};
