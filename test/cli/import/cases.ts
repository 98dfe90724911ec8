// Files as people have them, imported by the command: each row of a table is a file and everything that comes of it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openImport, reach, run } from './import-world.ts';

export interface Case {
  /** The command; without one, `contacts import in.csv --no-input --json`. `in.csv` is the name of the file, unless `file` says otherwise. */
  readonly argv?: string;
  readonly file?: string;
  readonly content: string | Uint8Array;
  readonly code: number;
  /** Every record that is stored afterwards: its values, joined by ` | `. */
  readonly stored: readonly string[];
  /** Without the line of the mapping. */
  readonly stderr: readonly string[];
  /** Counts and other facts of the summary. */
  readonly summary?: Readonly<Record<string, unknown>>;
  /** The file of rejects, whole. */
  readonly rejects?: string;
}

const FIELDS = {
  contacts: [
    'firstName',
    'lastName',
    'professionalEmail',
    'mobilePhone',
    'phones',
    'jobTitle',
    'contactCRMId',
    'networkProfileUrl',
  ],
  companies: ['name', 'domain', 'website', 'numberOfEmployees', 'companyCRMId', 'companyNetworkUrl'],
} as const;

async function stored(group: keyof typeof FIELDS): Promise<string[]> {
  const { body } = await reach.world.call('GET', `/v1/${group}`, { query: { page: 1, pageSize: 100 } });
  return body.data[group].map((record: Record<string, unknown> & { company?: { name?: string } }) =>
    [...FIELDS[group].map((field) => record[field]), record.company?.name]
      .filter((value) => value !== null && value !== undefined && value !== '')
      .join(' | '),
  );
}

const isOfMapping = (line: string): boolean => /^\d+ of \d+ columns? mapped/.test(line);

/** An error as a terminal has it: its message, and the hint. */
function plainError(line: string): string[] {
  if (!line.startsWith('{"error":')) return [line];
  const { error } = JSON.parse(line);
  return [`error: ${error.message}`, ...(error.hint === undefined ? [] : [`hint: ${error.hint}`])];
}

/** Runs each case on a workspace of its own. */
export function testCases(cases: Readonly<Record<string, Case>>): void {
  openImport();
  test.each(Object.entries(cases))('%s', async (_, wanted) => {
    const { file = 'in.csv', content, argv = `contacts import ${file}` } = wanted;
    reach.write(file, content);
    const rejects = wanted.rejects === undefined ? '' : ' --rejects rejects.csv';
    const { code, stdout, stderr } = await run(`${argv} --no-input --json${rejects}`);
    const summary: Record<string, unknown> = stdout === '' ? {} : JSON.parse(stdout);
    const { summary: facts = {} } = wanted;
    expect({
      code,
      stored: await stored(argv.startsWith('companies') ? 'companies' : 'contacts'),
      stderr: stderr
        .split('\n')
        .filter((line) => line !== '' && !isOfMapping(line))
        .flatMap(plainError),
      summary: Object.fromEntries(Object.keys(facts).map((key) => [key, summary[key]])),
      rejects: existsSync(join(reach.home, 'rejects.csv')) ? reach.read('rejects.csv') : undefined,
    }).toEqual({
      code: wanted.code,
      stored: wanted.stored,
      stderr: wanted.stderr,
      summary: facts,
      rejects: wanted.rejects,
    });
  });
}
