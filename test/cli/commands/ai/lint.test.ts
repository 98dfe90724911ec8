// reach ai lint, and the files of AI entities: what they say, and what becomes of a record.

import { Ajv } from 'ajv';
import { beforeEach, describe, expect, test } from 'vitest';
import { yamlText } from '../../../../src/cli/files/yaml/text.ts';
import { parseAiFile, problemsOfAiFile } from '../../../../src/cli/shared/ai/file.ts';
import { KINDS } from '../../../../src/cli/shared/ai/kinds.ts';
import { pathAndQuery } from '../../../../src/client/request.ts';
import { AI_KINDS, type AiKind } from '../../../../src/contract/ai/enums.ts';
import { aiFileSchema } from '../../../../src/contract/ai/file-schema.ts';
import { bodyOfFields, completeBody, fileOfRecord } from '../../../../src/rules/ai/file.ts';
import { reachForEachTest } from '../../../opened.ts';

const GOOD: Readonly<Record<string, string>> = {
  'ai-variables/summary.yaml': `name: Company summary
entity: COMPANY
prompt: Say what {name} sells
outputSchema:
  type: oneOf
  values: [Goods, 0123]
`,
  'ai-variables/role.yaml': `name: Role
entity: CONTACT
search: true
prompt: Given {Company summary}, what does a {jobTitle} decide?
`,
  'ai-snippets/line.yaml': `name: Opening line
tone: Curious
prompt: "One line, as JSON {{ }}: {aiResearch:Company summary}"
`,
  'ai-messages/first.yaml': `name: First email
channel: EMAIL
tone: Direct
outputLength: SHORT
prompt: |
  Write to {firstName} ({Role}).
  Use {aiResearch:Company summary}.
`,
  'ai-messages/second.yaml': `name: Second email
channel: EMAIL
tone: Direct
prompt: After {aiMessage:First email}
`,
  'templates/intro.yaml': `name: Introduction
channel: EMAIL
subject: About {companyName}
messages:
  - |
    Hello {firstName},
    {aiSnippet:Opening line}
  - Bye
`,
};

describe('reach ai lint', () => {
  const reach = reachForEachTest();
  beforeEach(async () => {
    for (const [name, text] of Object.entries(GOOD)) reach.write(name, text);
  });

  const ALL = Object.keys(GOOD).join(' ');

  test('files that name each other, in any order, and no one is asked', async () => {
    expect(await reach.run(`ai lint --strict ${ALL}`)).toEqual({
      code: 0,
      stdout: '',
      stderr: '6 files, no problems\n',
      requests: [],
    });
  });

  test('alone, what is in none of the files is not verified', async () => {
    const ran = await reach.run('ai lint ai-messages/first.yaml ai-messages/second.yaml');
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([
      0,
      `ai-messages/first.yaml:6:25: warning: {Role} is not a standard field; --online looks for it in the workspace [unverified]
  at prompt
6 |   Write to {firstName} ({Role}).
  |                         ^^^^^^

ai-messages/first.yaml:7:7: warning: AI research "Company summary" is not in the files; --online looks for it [unverified]
  at prompt
7 |   Use {aiResearch:Company summary}.
  |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
`,
      '2 warnings in 2 files\n',
    ]);
    expect((await reach.run('ai lint --strict ai-messages/first.yaml')).code).toBe(1);
  });

  test('every problem of every file, with line and column', async () => {
    reach.write(
      'ai-messages/first.yaml',
      GOOD['ai-messages/first.yaml']?.replace('Company summary', 'Compny summary') ?? '',
    );
    reach.write(
      'templates/intro.yaml',
      'name: Introduction\nchannel: NETWORK\nsubject: x\nmessages:\n  - "{aiMessage:First email}"\n',
    );
    reach.write('ai-variables/double.yaml', GOOD['ai-variables/summary.yaml'] ?? '');
    reach.write('what.yaml', 'name: x\n');
    const ran = await reach.run(
      `ai lint ${ALL} ai-variables/double.yaml what.yaml --json --fields file,line,column,code`,
    );
    expect([ran.code, JSON.parse(ran.stdout)]).toEqual([
      1,
      [
        { file: 'ai-variables/summary.yaml', line: 1, column: 7, code: 'duplicate_name' },
        { file: 'ai-messages/first.yaml', line: 7, column: 7, code: 'unknown_reference' },
        { file: 'templates/intro.yaml', line: 3, column: 10, code: 'exclusive' },
        { file: 'templates/intro.yaml', line: 5, column: 6, code: 'reference_not_allowed' },
        { file: 'ai-variables/double.yaml', line: 1, column: 7, code: 'duplicate_name' },
        { file: 'what.yaml', line: 1, column: 1, code: 'unknown_kind' },
      ],
    ]);
  });

  test('the kind: by folder, by the file’s word, by --kind; a contradiction is reported', async () => {
    reach.write('x.yaml', 'kind: ai-snippet\nname: X\ntone: Direct\nprompt: x\n');
    expect((await reach.run('ai lint x.yaml')).code).toBe(0);
    const stdin = 'name: X\ntone: Direct\nprompt: x\n';
    expect((await reach.run('ai lint - --kind ai-snippet', { stdin })).code).toBe(0);
    expect((await reach.run('ai lint -', { stdin })).stdout).toContain('-:1:1: what is it? write kind: ai-variable, ');
    reach.write('ai-messages/x.yaml', 'kind: ai-snipet\nname: X\ntone: Direct\nprompt: x\n');
    expect((await reach.run('ai lint ai-messages/x.yaml -o id')).stdout).toBe('unknown_kind\n');
    const other = await reach.run('ai lint x.yaml --kind ai-message -o id');
    expect(other.stdout).toBe('kind_mismatch\nrequired\n');
  });

  test('--online decides about fields, references, tones and folders', async () => {
    const { call } = reach.world;
    const summary = { name: 'Company summary', entity: 'COMPANY', prompt: 'x' };
    for (const entity of ['COMPANY', 'CONTACT']) {
      expect((await call('POST', '/v1/ai-variables', { body: { ...summary, entity } })).status).toBe(200);
    }
    reach.write(
      'ai-messages/x.yaml',
      `name: X
channel: EMAIL
tone: Loud
folder: Nowhere
prompt: "{Deal size} {aiResearch:Company summary} {aiMessage:4711} {aiMessage:First email}"
`,
    );
    const ran = await reach.run(
      'ai lint --online ai-messages/first.yaml ai-messages/x.yaml --json --fields file,line,code',
    );
    expect([ran.code, JSON.parse(ran.stdout)]).toEqual([
      1,
      [
        { file: 'ai-messages/first.yaml', line: 6, code: 'unknown_placeholder' },
        { file: 'ai-messages/first.yaml', line: 7, code: 'ambiguous_reference' },
        { file: 'ai-messages/x.yaml', line: 3, code: 'unknown_tone' },
        { file: 'ai-messages/x.yaml', line: 4, code: 'unknown_folder' },
        { file: 'ai-messages/x.yaml', line: 5, code: 'unknown_placeholder' },
        { file: 'ai-messages/x.yaml', line: 5, code: 'ambiguous_reference' },
        { file: 'ai-messages/x.yaml', line: 5, code: 'unknown_reference' },
      ],
    ]);
    await reach.world.control('PATCH', '/_local/features', { 'split-ai': false });
    const off = await reach.run(
      'ai lint --online ai-variables/role.yaml ai-snippets/line.yaml --json --fields file,code',
    );
    expect(JSON.parse(off.stdout)).toContainEqual({ file: 'ai-snippets/line.yaml', code: 'split_ai_disabled' });
  });

  test('as annotations', async () => {
    reach.write('ai-snippets/bad.yaml', 'name: X\ntone: Direct\nprompt: "{aiSnippet:x}"\n');
    expect((await reach.run('ai lint --format github ai-snippets/bad.yaml')).stdout).toMatch(
      /^::error file=ai-snippets\/bad\.yaml,line=3,.*title=reference_not_allowed::/,
    );
  });

  test('what lint accepts can be created, and the file of what was created is accepted again', async () => {
    for (const [name, text] of Object.entries(GOOD)) {
      const word = name.startsWith('templates') ? 'template' : /^ai-([a-z]+)s\//.exec(name)?.[1];
      const made = await reach.run(`ai ${word} create --input ${name} --json`);
      expect([name, made.code, made.stderr]).toEqual([name, 0, '']);
      const record = JSON.parse(made.stdout);
      const kind = AI_KINDS.find((known) => known === word || known === `ai-${word}`) ?? expect.fail(word);
      const tone = record.toneId === 3 ? 'Direct' : record.toneId === 4 ? 'Curious' : null;
      const textOf = async () => yamlText({ kind, ...fileOfRecord(kind, record, { tone, folder: null }) });
      const again = await textOf();
      const [was, is] = [await parseAiFile(name, text), await parseAiFile(name, again)];
      expect(is.body).toEqual(was.body);
      expect(is.kind).toBe(was.kind);
      expect(await textOf()).toBe(again);
      const fields = { ...Object(is.body) };
      const body = bodyOfFields(fields, { tone: record.toneId });
      const { routes, param } = Object.values(KINDS).find((one) => one.kind === kind) ?? expect.fail(kind);
      const path = pathAndQuery(routes.get, { params: { [param]: record.id } });
      const patched = await reach.world.call('PATCH', path, { body: completeBody(kind, body) });
      expect([patched.status, patched.body.data]).toEqual([200, record]);
    }
  });
});

describe('reach schema', () => {
  const validators = new Map(
    AI_KINDS.map((kind) => [kind, new Ajv({ strict: false, allErrors: true }).compile(aiFileSchema(kind))] as const),
  );
  const accepts = (kind: AiKind, value: unknown): boolean => validators.get(kind)?.(value) === true;

  test.each(Object.entries(GOOD))('accepts %s', async (name, text) => {
    const { kind, yaml } = await parseAiFile(name, text);
    expect(kind !== null && accepts(kind, yaml.value)).toBe(true);
  });

  test.each<[AiKind, string]>([
    ['ai-variable', 'name: x\nentity: COMPANY\n'],
    ['ai-variable', 'name: x\nentity: COMPANY\nprompt: x\noutputSchema: { type: oneOf }\n'],
    ['ai-variable', 'name: x\nentity: PEOPLE\nprompt: x\n'],
    ['ai-message', 'name: x\nchannel: EMAIL\nprompt: x\n'],
    ['ai-message', 'name: x\nchannel: EMAIL\nprompt: x\ntone: Direct\ntoneId: 1\n'],
    ['ai-snippet', 'kind: template\nname: x\ntone: Direct\nprompt: x\n'],
    ['ai-snippet', 'name: x\ntone: Direct\nprompt: x\npromt: x\n'],
    ['ai-snippet', 'name: x\ntone: Direct\nprompt: x\nfolder: A\nfolderId: 1\n'],
    ['template', 'name: x\nmessages: []\n'],
  ])('refuses what lint refuses: %s %j', async (kind, text) => {
    const file = await parseAiFile('x.yaml', text, kind);
    expect(accepts(kind, file.yaml.value)).toBe(false);
    expect((await problemsOfAiFile(file, {})).map(({ severity }) => severity)).toContain('error');
  });

  test('keys of the file’s own are accepted', async () => {
    const { yaml } = await parseAiFile('x', '$schema: x\nkind: template\nname: x\nx-note: 1\nmessages: [Hi]\n');
    expect(accepts('template', yaml.value)).toBe(true);
  });
});
