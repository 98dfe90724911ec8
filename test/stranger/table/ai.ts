// AI variables, messages, snippets, templates and folders.

import type { Json } from '../route.ts';
import type { Store } from '../store.ts';
import { all, byId, HIDDEN_PATH, notes, prints, sends, stores } from './proof.ts';
import type { Row } from './row.ts';

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
  { command: `ai ${kind} list`, argv: '', proof: prints(`{${kind}}`, NAME[kind]) },
  { command: `ai ${kind} show`, argv: `{${kind}} --json`, proof: prints(NAME[kind]) },
  { command: `ai ${kind} show`, argv: `${NAME[kind]} --json`, proof: prints(`{${kind}}`) },
  {
    command: `ai ${kind} create`,
    argv: NEW[kind],
    proof: stores('one more', (store) => RECORDS[kind](store).filter(({ name }) => name === 'Fresh').length === 1),
  },
  {
    command: `ai ${kind} update`,
    argv: `{${kind}} -f name=Renamed`,
    proof: all(
      sends('PATCH', /ai-variables/, (body) => Object.keys(body).join() === 'name'),
      stores('the name', (store, ids) => byId(RECORDS[kind](store), ids[kind])?.['name'] === 'Renamed'),
    ),
  },
  {
    command: `ai ${kind} delete`,
    argv: `{${kind}} --yes`,
    proof: stores('nothing', (store) => RECORDS[kind](store).length === 0),
  },
];

const folderRow = (command: string, argv: string, proof: Row['proof']): Row => ({
  command: `ai folder ${command}`,
  argv,
  proof,
});

const FILE = 'name: Fresh\nentity: CONTACT\nprompt: Sum up {jobTitle}.\n';

export const AI_ROWS: readonly Row[] = [
  ...rowsOf('variable'),
  ...rowsOf('message'),
  ...rowsOf('snippet'),
  ...rowsOf('template'),
  {
    command: 'ai variable archive',
    argv: '{variable}',
    proof: stores('archived', ({ variables }) => variables[0]?.['archived'] === true),
    modes: HIDDEN_PATH,
  },
  {
    command: 'ai variable unarchive',
    argv: '{variable}',
    proof: stores('active', ({ variables }) => variables[0]?.['archived'] === false),
    modes: HIDDEN_PATH,
  },
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
  { command: 'ai tones', argv: '', proof: prints('tone-1', 'Friendly') },
  { command: 'ai library', argv: '', proof: prints('lib-1', 'Intro') },
  {
    command: 'ai lint',
    argv: 'ai-variables/fresh.yaml --kind ai-variable',
    files: { 'ai-variables/fresh.yaml': FILE },
    proof: notes(''),
  },
  {
    command: 'ai lint',
    argv: 'ai-variables/fresh.yaml --kind ai-variable --online',
    files: { 'ai-variables/fresh.yaml': FILE },
    proof: notes(''),
  },
];
