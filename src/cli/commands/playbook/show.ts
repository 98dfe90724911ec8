// reach playbook show: the playbook as it is.

import { Argument } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import { PLAYBOOK_SECTIONS, type PlaybookSection, READ_AS } from '../../../contract/playbook/sections.ts';
import { contentOf, keptOf } from '../../../rules/playbook/content.ts';
import { itemName, otherFields } from '../../../rules/playbook/items.ts';
import { type Fields, given, isFields } from '../../../rules/shape.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import type { Session } from '../../app/session.ts';
import { plainCell } from '../../output/formats/cells.ts';
import { playbookView } from '../../output/views/playbook.ts';

type Shown = PlaybookSection | 'company' | 'idealCompanies';
const SHOWN: readonly Shown[] = ['company', ...PLAYBOOK_SECTIONS, 'idealCompanies'];

function listOf(playbook: Fields, name: string): readonly Fields[] {
  const list = given(playbook, name);
  return Array.isArray(list) ? list.filter(isFields) : [];
}

/** One row a company field or item: what it is called, and what it says. */
function rowsOf(playbook: Fields, shown: Shown): Record<string, unknown>[] {
  if (shown === 'company') {
    const { company } = contentOf(keptOf(playbook));
    return Object.entries(company).map(([item, text]) => ({ section: shown, id: null, item, text }));
  }
  if (shown === 'idealCompanies') {
    return listOf(playbook, shown).map((company) => ({
      section: shown,
      id: given(company, 'id'),
      item: given(company, 'name'),
      text: given(company, 'idealCustomerProfile'),
    }));
  }
  return listOf(playbook, READ_AS[shown]).map((item) => ({
    section: shown,
    id: given(item, 'id'),
    item: itemName(shown, item),
    text: textOf(shown, item),
  }));
}

function textOf(section: PlaybookSection, item: Fields): string {
  const main = given(item, 'isMainProduct') === true ? ['main product'] : [];
  const texts = otherFields(section).filter((field) => field !== 'isMainProduct');
  return [...main, ...texts.map((field) => plainCell(given(item, field)))].filter((text) => text !== '').join('; ');
}

async function show(session: Session, only: Shown | undefined): Promise<void> {
  const { output } = session.settings;
  const playbook: unknown = await (await session.api()).playbook.get();
  if (!isFields(playbook)) return;
  if (output === 'json' || output === 'ndjson' || output === 'yaml') {
    if (only === undefined) return await session.print.record(playbookView, playbook);
    const part = given(playbook, only === 'company' || only === 'idealCompanies' ? only : READ_AS[only]);
    if (Array.isArray(part)) await session.print.list(playbookView, part);
    else await session.print.record(playbookView, part);
    return;
  }
  const shown = only === undefined ? SHOWN : [only];
  const rows = shown.flatMap((section) => rowsOf(playbook, section));
  // A company field has no id, and an empty line is none.
  await session.print.list(playbookView, output === 'id' ? rows.filter(({ id }) => id !== null) : rows);
}

export function showCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('show', {
      summary: 'Show the playbook, or one section of it',
      uses: [routes.playbook.get],
      output: 'one row a company field or item; JSON has the playbook as the service answers it',
      exits: ['notFound'],
      examples: [
        ['reach playbook show', 'all of it'],
        ['reach playbook show faqs', 'one section'],
        ['reach playbook show --json --fields company,idealCompanies', 'for a script'],
      ],
    }).addArgument(new Argument('[section]', 'only this section').choices([...SHOWN])),
    show,
  );
}
