// What a file or an edited text wants of a playbook, checked before anything is planned.

import { PLAYBOOK_SECTIONS, type PlaybookSection } from '../../../contract/playbook/sections.ts';
import type { KeptPlaybook } from '../../../rules/playbook/change.ts';
import type { PlaybookKnowledge } from '../../../rules/playbook/check.ts';
import { contentOf, contentOfFile, overlaid, type PlaybookContent } from '../../../rules/playbook/content.ts';
import { itemKey } from '../../../rules/playbook/items.ts';
import { mergePlaybooks } from '../../../rules/playbook/merge.ts';
import type { At } from '../../../rules/problem.ts';
import { given, isFields } from '../../../rules/shape.ts';
import type { Session } from '../../app/session.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { playbookProblems } from '../../files/playbook-file.ts';
import { refusedFile, showWarnings } from '../../shared/lint/refused-file.ts';
import type { Intent } from './send-changes.ts';

/** What a check of a file knows of the workspace. */
export function knowledgeOf({ items, company }: KeptPlaybook): PlaybookKnowledge {
  return { items, companyFields: Object.keys(company) };
}

/** What a file says. Throws the refusal of a file with errors (exit 3); shows the warnings of another. */
export async function soundContent(session: Session, file: CheckedFile, live: KeptPlaybook): Promise<PlaybookContent> {
  const problems = playbookProblems(file, knowledgeOf(live));
  if (problems.some(({ severity }) => severity === 'error')) throw await refusedFile(session, file, problems);
  await showWarnings(session, file, problems);
  return contentOfFile(file.body);
}

/** A file by itself: what it does not name stays as it is. */
export function intentOfFile(content: PlaybookContent): Intent {
  return {
    wantedOf: (live) => ({ content: overlaid(contentOf(live), content), conflicts: [] }),
    asksToPrune: false,
  };
}

/** What was changed in a text that said `base`, done to what the playbook is by now. */
export function intentOfEdit(base: PlaybookContent, content: PlaybookContent): Intent {
  return {
    wantedOf: (live) => mergePlaybooks(base, contentOf(live), content),
    asksToPrune: true,
  };
}

/** Sections that stood in the text and are gone from it as a whole: they are not spoken of any more. */
export function missingSections(base: PlaybookContent, content: PlaybookContent): string[] {
  const isGone = (section: PlaybookSection) => content[section] === undefined && (base[section] ?? []).length > 0;
  const gone = PLAYBOOK_SECTIONS.filter(isGone);
  const isCompanyGone = content.company === undefined && Object.keys(base.company ?? {}).length > 0;
  return [
    ...(isCompanyGone ? ['company is not in the text any more: its fields stay as they are'] : []),
    ...gone.map(
      (section) => `${section} is not in the text any more and stays; write ${section}: [] to remove its items`,
    ),
  ];
}

/** Where in the file an item of a request is: `faqs.upsert[0].answer` of the body is `faqs[3].answer` of the file. */
export function placeInFile(file: CheckedFile, body: unknown): (at: At) => At {
  return (at) => {
    const [section, list, index, ...rest] = at;
    if (list !== 'upsert' || typeof index !== 'number') return at;
    const name = PLAYBOOK_SECTIONS.find((known) => known === section);
    const sent = isFields(body) && name !== undefined ? given(body, name) : undefined;
    const items = isFields(sent) ? given(sent, 'upsert') : undefined;
    const item: unknown = Array.isArray(items) ? items[index] : undefined;
    const inFile = name !== undefined && isFields(file.body) ? given(file.body, name) : undefined;
    if (name === undefined || !isFields(item) || !Array.isArray(inFile)) return at;
    const key = itemKey(name, item);
    const found = inFile.findIndex((one) => isFields(one) && itemKey(name, one) === key);
    return found < 0 ? at : [name, found, ...rest];
  };
}
