// AI variables, messages, snippets, templates and folders.

import type { Json } from '../route.ts';
import type { Store } from '../store.ts';
import { all, byId, HIDDEN_PATH, notes, prints, sends, stores } from './proof.ts';
import { type Row, row } from './row.ts';

type Kind = 'variable' | 'message' | 'snippet' | 'template';

const RECORDS: Readonly<Record<Kind, (store: Store) => readonly Json[]>> = {
  variable: (store) => store.variables,
  message: (store) => store.messages,
  snippet: (store) => store.snippets,
  template: (store) => store.templates,
};
const NEW: Readonly<Record<Kind, string>> = {
  variable: '-f name=Fresh -f entity=CONTACT -f "prompt=Sum up {jobTitle}."',
  message: '-f name=Fresh -f channel=EMAIL -f toneId=tone-1 -f "prompt=Write to {firstName}."',
  snippet: '-f name=Fresh -f toneId=tone-1 -f "prompt=Greet {firstName}."',
  template: `-f name=Fresh -F 'messages:=["Hello {firstName}."]'`,
};
const NAME: Readonly<Record<Kind, string>> = {
  variable: 'Summary',
  message: 'Opener',
  snippet: 'Greeting',
  template: 'Reply',
};

const rowsOf = (kind: Kind): readonly Row[] => [
  row(`ai ${kind} list`, '', prints(`{${kind}}`, NAME[kind])),
  row(`ai ${kind} show`, `{${kind}} --json`, prints(NAME[kind])),
  row(`ai ${kind} show`, `${NAME[kind]} --json`, prints(`{${kind}}`)),
  row(
    `ai ${kind} create`,
    NEW[kind],
    stores('one more', (store) => RECORDS[kind](store).filter(({ name }) => name === 'Fresh').length === 1),
  ),
  row(
    `ai ${kind} update`,
    `{${kind}} -f name=Renamed`,
    all(
      sends('PATCH', /ai-variables/, (body) => Object.keys(body).join() === 'name'),
      stores('the name', (store, ids) => byId(RECORDS[kind](store), ids[kind])?.['name'] === 'Renamed'),
    ),
  ),
  row(
    `ai ${kind} delete`,
    `{${kind}} --yes`,
    stores('nothing', (store) => RECORDS[kind](store).length === 0),
  ),
];

const folderRow = (command: string, argv: string, proof: Row['proof']): Row => row(`ai folder ${command}`, argv, proof);

const FILE = 'name: Fresh\nentity: CONTACT\nprompt: Sum up {jobTitle}.\n';

export const AI_ROWS: readonly Row[] = [
  ...rowsOf('variable'),
  ...rowsOf('message'),
  ...rowsOf('snippet'),
  ...rowsOf('template'),
  row(
    'ai variable archive',
    '{variable}',
    stores('archived', ({ variables }) => variables[0]?.['archived'] === true),
    { modes: HIDDEN_PATH },
  ),
  row(
    'ai variable unarchive',
    '{variable}',
    stores('active', ({ variables }) => variables[0]?.['archived'] === false),
    { modes: HIDDEN_PATH },
  ),
  folderRow('list', 'contacts', prints('{folder}', 'Research')),
  folderRow('show', 'contacts {folder} --json', prints('Research')),
  folderRow(
    'create',
    'contacts Fresh',
    stores('one more', ({ folders }) => folders.filter(({ name }) => name === 'Fresh').length === 1),
  ),
  folderRow('move', 'contacts {folder} --top', sends('PATCH', /\/folders\/contacts\//)),
  folderRow(
    'rename',
    'contacts {folder} Renamed',
    stores('the name', ({ folders }) => folders[0]?.['name'] === 'Renamed'),
  ),
  folderRow(
    'delete',
    'contacts {folder} --yes',
    stores('nothing', ({ folders }) => folders.length === 0),
  ),
  row('ai tones', '', prints('tone-1', 'Friendly')),
  row('ai library', '', prints('lib-1', 'Intro')),
  row('ai lint', 'ai-variables/fresh.yaml --kind ai-variable', notes(''), {
    files: { 'ai-variables/fresh.yaml': FILE },
  }),
  row('ai lint', 'ai-variables/fresh.yaml --kind ai-variable --online', notes(''), {
    files: { 'ai-variables/fresh.yaml': FILE },
  }),
];
