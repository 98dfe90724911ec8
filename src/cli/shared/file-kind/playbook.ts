// The playbook as a file.

import { COMPANY_FIELDS, fieldsOfSection, PLAYBOOK_SECTIONS } from '../../../contract/playbook/sections.ts';
import type { KeptPlaybook } from '../../../rules/playbook/change.ts';
import { contentOf } from '../../../rules/playbook/content.ts';
import type { CheckedFile } from '../../files/checked-file.ts';
import { parsePlaybook } from '../../files/playbook-file.ts';
import { rememberAccepted } from '../lint/undocumented-rules.ts';
import { asWritten } from '../schemas/as-written.ts';
import type { FileKind } from './starter-file.ts';

/** Everything but the one flag. */
const PLAYBOOK_TEXTS = new Set(
  [...COMPANY_FIELDS, ...PLAYBOOK_SECTIONS.flatMap(fieldsOfSection)].filter((key) => key !== 'isMainProduct'),
);

/** Loads the contract's shapes: only commands that print or write the schema come here. */
export async function playbookSchemaText(): Promise<string> {
  const { playbookFileSchema } = await import('../../../contract/playbook/file-schema.ts');
  return `${JSON.stringify(asWritten(playbookFileSchema(), { texts: PLAYBOOK_TEXTS }), null, 2)}\n`;
}

export const playbookFiles: FileKind<KeptPlaybook, CheckedFile> = {
  noun: 'playbook',
  schemaFile: 'playbook.schema.json',
  schemaText: playbookSchemaText,
  parse: parsePlaybook,
  contentOf: (playbook) => ({ ...contentOf(playbook) }),
  async rememberAccepted(session, content) {
    const { checkPlaybookFile } = await import('../../../rules/playbook/file.ts');
    rememberAccepted(session, content, checkPlaybookFile);
  },
};
