// The wanted content of a playbook, from a file or an edited text, checked before an update is planned.

import { getOwn, isObject } from '../../../contract/json.ts';
import { PLAYBOOK_SECTIONS, type PlaybookSection } from '../../../contract/playbook/sections.ts';
import { itemKey, type KeptPlaybook } from '../../../rules/playbook/change.ts';
import type { PlaybookKnowledge } from '../../../rules/playbook/check.ts';
import { contentOf, contentOfFile, overlaid, type PlaybookContent } from '../../../rules/playbook/content.ts';
import { mergePlaybooks } from '../../../rules/playbook/differences.ts';
import type { At } from '../../../rules/problem.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { playbookProblems } from '../../files/playbook-file.ts';
import type { Session } from '../../session/session.ts';
import { assertSound } from '../../shared/lint/refused-file.ts';
import { undocumentedRules } from '../../shared/lint/undocumented-rules.ts';
import type { Intent } from './send-changes.ts';

/** What the check of a file needs from the workspace. */
export function knowledgeOf(session: Session, { items, company }: KeptPlaybook): PlaybookKnowledge {
  return { ...undocumentedRules(session), items, companyFields: Object.keys(company) };
}

/** The content of a file. Throws if it has errors (exit 3); prints its warnings. */
export async function validContent(session: Session, file: CheckedFile, live: KeptPlaybook): Promise<PlaybookContent> {
  const problems = await playbookProblems(file, knowledgeOf(session, live));
  await assertSound(session, file, problems);
  return contentOfFile(file.body);
}

/** What the file does not mention stays as it is. */
export function intentOfFile(content: PlaybookContent): Intent {
  return {
    wantedOf: (live) => ({ content: overlaid(contentOf(live), content), conflicts: [] }),
    asksToPrune: false,
  };
}

/** The changes between `base` and the edited text, merged into the current playbook. */
export function intentOfEdit(base: PlaybookContent, content: PlaybookContent): Intent {
  return {
    wantedOf: (live) => mergePlaybooks(base, contentOf(live), content),
    asksToPrune: true,
  };
}

/** A warning for each section that is gone from the text as a whole. */
export function missingSections(base: PlaybookContent, content: PlaybookContent): string[] {
  const isGone = (section: PlaybookSection) => content[section] === undefined && (base[section] ?? []).length > 0;
  const gone = PLAYBOOK_SECTIONS.filter(isGone);
  const isCompanyGone = content.company === undefined && Object.keys(base.company ?? {}).length > 0;
  return [
    ...(isCompanyGone ? ['company is no longer in the text: its fields stay as they are'] : []),
    ...gone.map(
      (section) => `${section} is no longer in the text and stays as it is; write ${section}: [] to remove its items`,
    ),
  ];
}

/** The position in the file of an item in a request: `faqs.upsert[0].answer` of the body is `faqs[3].answer` of the file. */
export function placeInFile(file: CheckedFile, body: unknown): (at: At) => At {
  return (at) => {
    const [section, list, index, ...rest] = at;
    if (list !== 'upsert' || typeof index !== 'number') return at;
    const name = PLAYBOOK_SECTIONS.find((known) => known === section);
    const sent = isObject(body) && name !== undefined ? getOwn(body, name) : undefined;
    const items = isObject(sent) ? getOwn(sent, 'upsert') : undefined;
    const item: unknown = Array.isArray(items) ? items[index] : undefined;
    const inFile = name !== undefined && isObject(file.body) ? getOwn(file.body, name) : undefined;
    if (name === undefined || !isObject(item) || !Array.isArray(inFile)) return at;
    const key = itemKey(name, item);
    const found = inFile.findIndex((one) => isObject(one) && itemKey(name, one) === key);
    return found < 0 ? at : [name, found, ...rest];
  };
}
