// Contacts, companies, their fields and lists. `…_key` columns hold normalised values (rules/), null where there is none.

export const records = {
  name: '0002_records',
  sql: `
create table companies (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text,
  domain text,
  website text,
  industry text,
  network_url text,
  number_of_employees real,
  country text,
  crm_id text,
  properties text not null default '{}',
  -- The values in properties, for full text.
  properties_text text,
  created_at integer not null,
  updated_at integer not null,
  network_key text,
  domain_key text,
  website_key text
) strict;
create index companies_by_workspace on companies (workspace_id);
create index companies_by_name on companies (workspace_id, name) where name is not null;
create index companies_by_network on companies (workspace_id, network_key) where network_key is not null;
create index companies_by_domain on companies (workspace_id, domain_key) where domain_key is not null;
create index companies_by_website on companies (workspace_id, website_key) where website_key is not null;
create index companies_by_creation on companies (workspace_id, created_at);

create table contacts (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  company_id integer references companies (id),
  first_name text,
  last_name text,
  job_title text,
  professional_email text,
  personal_emails text,
  mobile_phone text,
  phones text,
  network_profile_url text,
  network_headline text,
  country text,
  image_url text,
  email_verification_status text,
  contact_crm_id text,
  lead_crm_id text,
  properties text not null default '{}',
  -- The values in properties, for full text.
  properties_text text,
  created_at integer not null,
  updated_at integer not null,
  -- Blocklisted or opted out: still there, still merged into, never among duplicates.
  suppressed integer not null default 0,
  network_key text,
  full_name_key text,
  email_key text,
  contact_crm_key text,
  lead_crm_key text
) strict;
create index contacts_by_workspace on contacts (workspace_id);
create index contacts_by_company on contacts (workspace_id, company_id, last_name, first_name)
  where company_id is not null;
create index contacts_by_creation on contacts (workspace_id, created_at);
-- Each covers a duplicates page over its field; the first also finds the contact of a profile.
create index contacts_by_network on contacts (workspace_id, network_key, suppressed) where network_key is not null;
create index contacts_by_full_name on contacts (workspace_id, full_name_key, suppressed)
  where full_name_key is not null;
create index contacts_by_email on contacts (workspace_id, email_key, suppressed) where email_key is not null;
create index contacts_by_crm on contacts (workspace_id, contact_crm_key, suppressed)
  where contact_crm_key is not null;
create index contacts_by_crm_lead on contacts (workspace_id, lead_crm_key, suppressed)
  where lead_crm_key is not null;

create table custom_fields (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  entity text not null check (entity in ('CONTACT', 'COMPANY')),
  name text not null,
  field_type text not null,
  data_type text not null,
  created_at integer not null,
  unique (workspace_id, entity, name)
) strict;

create table lists (
  id integer primary key autoincrement,
  workspace_id integer not null references workspaces (id),
  name text not null,
  entity text not null check (entity in ('CONTACT', 'COMPANY')),
  created_at integer not null,
  unique (workspace_id, entity, name)
) strict;

create table list_members (
  list_id integer not null references lists (id) on delete cascade,
  member_id integer not null,
  primary key (list_id, member_id)
) strict, without rowid;

-- What full text is made of. The indexes keep no copy of it: a row's text must be taken out before the row changes.
create view contacts_text (id, body) as
  select id, concat_ws(' ', first_name, last_name, job_title, professional_email, personal_emails, mobile_phone, phones,
    network_profile_url, network_headline, country, contact_crm_id, lead_crm_id, properties_text)
  from contacts;
create view companies_text (id, body) as
  select id, concat_ws(' ', name, domain, website, industry, network_url, country, crm_id, properties_text)
  from companies;
create virtual table contacts_fts using fts5 (
  body, content = 'contacts_text', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
create virtual table companies_fts using fts5 (
  body, content = 'companies_text', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
-- Merging the index less often makes imports faster, searches hardly slower.
insert into contacts_fts (contacts_fts, rank) values ('automerge', 8);
insert into companies_fts (companies_fts, rank) values ('automerge', 8);
`,
};
