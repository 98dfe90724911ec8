// The workspace of a text in its index: a search of a small workspace does not read what a large one has.

export const textByWorkspace = {
  name: '0018_text_by_workspace',
  sql: `
drop table contacts_fts;
drop table companies_fts;
drop view contacts_text;
drop view companies_text;
create view contacts_text (id, body, workspace) as
  select id, concat_ws(' ', first_name, last_name, job_title, professional_email, personal_emails, mobile_phone, phones,
    network_profile_url, network_headline, country, contact_crm_id, lead_crm_id, properties_text), workspace_id
  from contacts;
create view companies_text (id, body, workspace) as
  select id, concat_ws(' ', name, domain, website, industry, network_url, country, crm_id, properties_text), workspace_id
  from companies;
-- The workspace comes second: a word of any column but the first takes two bytes more for each row.
create virtual table contacts_fts using fts5 (
  body, workspace, content = 'contacts_text', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2',
  prefix = '2 3'
);
create virtual table companies_fts using fts5 (
  body, workspace, content = 'companies_text', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2',
  prefix = '2 3'
);
insert into contacts_fts (contacts_fts, rank) values ('automerge', 8);
insert into companies_fts (companies_fts, rank) values ('automerge', 8);
insert into contacts_fts (contacts_fts) values ('rebuild');
insert into companies_fts (companies_fts) values ('rebuild');
`,
};
