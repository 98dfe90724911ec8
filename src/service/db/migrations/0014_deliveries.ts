// Webhook deliveries: how many came lately, and which signed ones were accepted.

export const deliveries = {
  name: '0014_deliveries',
  sql: `
create table delivery_windows (
  webhook_id text primary key,
  began_at integer not null,
  used integer not null
) strict, without rowid;

-- Signed deliveries as long as their signature is valid: none is accepted twice.
create table signed_deliveries (
  webhook_id text not null,
  delivery_id text not null,
  -- Of the real clock, epoch ms.
  at integer not null,
  primary key (webhook_id, delivery_id)
) strict, without rowid;
create index signed_deliveries_by_time on signed_deliveries (at);
`,
};
