// Every word of a text with its workspace, in one: a word that most rows of a large workspace have costs a small one nothing.

import { fillText } from '../text-index.ts';

const INDEX = `content = '', columnsize = 0, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* M* Co'"`;

export const wordsOfWorkspace = {
  name: '0019_words_of_workspace',
  sql: `
drop table contacts_fts;
drop table companies_fts;
drop table messages_fts;
create view messages_text (id, body, workspace) as select id, concat_ws(' ', subject, body), workspace_id from messages;
-- One character for the workspace comes before the two or three of the prefixes.
create virtual table contacts_fts using fts5 (body, ${INDEX}, prefix = '3 4');
create virtual table companies_fts using fts5 (body, ${INDEX}, prefix = '3 4');
create virtual table messages_fts using fts5 (body, ${INDEX});
insert into contacts_fts (contacts_fts, rank) values ('automerge', 8);
insert into companies_fts (companies_fts, rank) values ('automerge', 8);
`,
  fill: fillText,
};
