// reach playbook show.

import { Argument } from 'commander';
import { getOwn } from '../../../contract/dictionary.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import { PLAYBOOK_SECTIONS, type PlaybookSection, READ_AS } from '../../../contract/playbook/sections.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { contentOf, keptOf } from '../../../rules/playbook/content.ts';
import { itemName, otherFields } from '../../../rules/playbook/items.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { plainCell } from '../../terminal/formats/cells.ts';
import { playbookView } from './send-changes.ts';

const PARTS = ['company', ...PLAYBOOK_SECTIONS, 'idealCompanies'] as const;
type PlaybookPart = (typeof PARTS)[number];

function listOf(playbook: JsonObject, name: string): readonly JsonObject[] {
  const list = getOwn(playbook, name);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** One row per company field or item. */
function rowsOf(playbook: JsonObject, part: PlaybookPart): Record<string, unknown>[] {
  if (part === 'company') {
    const { company } = contentOf(keptOf(playbook));
    return Object.entries(company).map(([item, text]) => ({ section: part, id: null, item, text }));
  }
  if (part === 'idealCompanies') {
    return listOf(playbook, part).map((company) => ({
      section: part,
      id: getOwn(company, 'id'),
      item: getOwn(company, 'name'),
      text: getOwn(company, 'idealCustomerProfile'),
    }));
  }
  return listOf(playbook, READ_AS[part]).map((item) => ({
    section: part,
    id: getOwn(item, 'id'),
    item: itemName(part, item),
    text: textOf(part, item),
  }));
}

function textOf(section: PlaybookSection, item: JsonObject): string {
  const main = getOwn(item, 'isMainProduct') === true ? ['main product'] : [];
  const texts = otherFields(section).filter((field) => field !== 'isMainProduct');
  return [...main, ...texts.map((field) => plainCell(getOwn(item, field)))].filter((text) => text !== '').join('; ');
}

async function show(session: Session, only: PlaybookPart | undefined): Promise<void> {
  const { output } = session.settings;
  const playbook: unknown = await (await session.api()).playbook.get();
  if (!isObject(playbook)) return;
  if (output === 'json' || output === 'ndjson' || output === 'yaml') {
    if (only === undefined) return await session.print.record(playbookView, playbook);
    const value = getOwn(playbook, only === 'company' || only === 'idealCompanies' ? only : READ_AS[only]);
    if (Array.isArray(value)) await session.print.list(playbookView, value);
    else await session.print.record(playbookView, value);
    return;
  }
  const parts = only === undefined ? PARTS : [only];
  const rows = parts.flatMap((section) => rowsOf(playbook, section));
  // A company field has no id to print.
  await session.print.list(playbookView, output === 'id' ? rows.filter(({ id }) => id !== null) : rows);
}

export const showCommand = does(
  () =>
    reads('show', {
      summary: 'Show the playbook or one section of it',
      uses: [routes.playbook.get],
      view: playbookView,
      json: [{ record: routes.playbook.get }, 'list', 'record'],
      output: 'one row per company field or item; JSON is the playbook as the service returns it',
      exits: ['notFound'],
      examples: [
        ['reach playbook show', 'the whole playbook'],
        ['reach playbook show faqs', 'one section'],
        ['reach playbook show --json --fields company,idealCompanies', 'for a script'],
      ],
    }).addArgument(new Argument('[section]', 'only this section').choices(PARTS)),
  (session, section) => show(session, section),
);
