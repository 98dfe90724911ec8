// The AI playbook: one for each workspace, and the items of its sections.

export const playbook = {
  name: '0007_playbook',
  sql: `
create table playbooks (
  workspace_id integer primary key references workspaces (id),
  -- JSON: company fields that have a value.
  company text not null default '{}',
  -- JSON: the companies that the last refresh found to fit.
  ideal_companies text not null default '[]',
  refreshed_at integer
) strict;

create table playbook_items (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  section text not null
    check (section in ('productsServices', 'idealCustomerProfiles', 'competitors', 'testimonials', 'faqs')),
  -- JSON array: the parts of the match key, trimmed.
  item_key text not null,
  -- JSON: the fields that can be written.
  fields text not null,
  -- JSON: the search that the last refresh recommends for a profile.
  filters text,
  -- A removed item stays, so that its key can restore it.
  removed_at integer,
  created_at integer not null,
  updated_at integer not null,
  unique (workspace_id, section, item_key)
) strict;
`,
};
