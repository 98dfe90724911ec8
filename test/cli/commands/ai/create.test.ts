import { expect, test } from 'vitest';
import { kept } from '../../../service/resources/ai/bodies.ts';
import { json, openAi, reach, SUMMARY, VARIABLES } from './ai-world.ts';

openAi();

test('from flags', async () => {
  const ran = await reach.run(`${SUMMARY} -F search:=true --json --fields id,name,entity,search`);
  expect(ran).toEqual({
    code: 0,
    stdout: '{"id":1,"name":"Company summary","entity":"COMPANY","search":true}\n',
    stderr: '',
    requests: [`POST ${VARIABLES}`],
  });
});

test('a prompt from a file, or from standard input: without the last line end', async () => {
  reach.write('role.txt', 'What does a {jobTitle} decide?\nBe short.\n');
  const made = await json('ai variable create -f name=Role -f entity=CONTACT --prompt-file role.txt');
  expect(made.prompt).toBe('What does a {jobTitle} decide?\nBe short.');
  const changed = await json('ai variable update Role --prompt-file -', 'Decides?\r\n');
  expect(changed.prompt).toBe('Decides?');
});

test('a template from several message files', async () => {
  reach.write('a.txt', 'Hello {firstName}\n');
  reach.write('b.txt', 'Bye');
  const made = await json('ai template create -f name=Intro --message-file a.txt --message-file b.txt');
  expect(made.messages).toEqual(['Hello {firstName}', 'Bye']);
});

test('a file names tone and folder; a dry run shows the request with their ids and writes nothing', async () => {
  await reach.run('ai folder create ai-messages Openers');
  await reach.run('ai folder create ai-messages Short --in Openers');
  reach.write(
    'first.yaml',
    `kind: ai-message
name: First email
channel: EMAIL
tone: Direct
folder: Openers/Short
x-owner: Noor
prompt: |
  Write to {firstName}.
  Two lines.
`,
  );
  const before = await kept(reach.world);
  const dry = await reach.run('ai message create --input first.yaml --show-requests --json');
  const body = {
    name: 'First email',
    channel: 'EMAIL',
    toneId: 3,
    folderId: 2,
    prompt: 'Write to {firstName}.\nTwo lines.\n',
  };
  expect([dry.code, JSON.parse(dry.stdout), dry.requests]).toEqual([
    0,
    { method: 'POST', path: `${VARIABLES}/ai-messages`, body },
    ['GET /v1/ai-variables/ai-message-tones', `GET ${VARIABLES}/folders/ai-messages?page=1&pageSize=100`],
  ]);
  expect(await kept(reach.world)).toEqual(before);
  expect(await json('ai message create --input first.yaml')).toMatchObject({ id: 1, ...body });
  expect(await json('ai message update 1 -f name=Renamed')).toMatchObject({ id: 1, ...body, name: 'Renamed' });
});

test('mistakes: all at once, at their lines, before anything is sent', async () => {
  reach.write(
    'bad.yaml',
    `name: First
channel: MAIL
prompt: |
  Write to {firstNme},
  {aiSnippet:x} { and {{fine}}.
promt: x
`,
  );
  const before = await kept(reach.world);
  expect(await reach.run('ai message create --input bad.yaml')).toEqual({
    code: 3,
    stdout: '',
    stderr: `bad.yaml:1:1: an AI message needs a tone [required]
  at tone
1 | name: First
  | ^^^^^^^^^^^

bad.yaml:2:10: channel must be EMAIL, NETWORK, NETWORK_INMAIL or NETWORK_CONNECTION, not "MAIL"; did you mean "EMAIL"? [invalid_value]
  at channel
2 | channel: MAIL
  |          ^^^^

bad.yaml:4:12: unknown placeholder {firstNme}; did you mean {firstName}? [unknown_placeholder]
  at prompt
4 |   Write to {firstNme},
  |            ^^^^^^^^^^

bad.yaml:5:3: an AI message may hold fields and {aiResearch:…}, {aiMessage:…}, not {aiSnippet:x} [reference_not_allowed]
  at prompt
5 |   {aiSnippet:x} { and {{fine}}.
  |   ^^^^^^^^^^^^^

bad.yaml:5:17: "{" has no other half; a brace that is text is written {{ [unbalanced_brace]
  at prompt
5 |   {aiSnippet:x} { and {{fine}}.
  |                 ^

bad.yaml:6:1: an AI message has no field "promt"; did you mean "prompt"? [unknown_key]
  at promt
6 | promt: x
  | ^^^^^
error: bad.yaml has 6 errors; nothing was written
`,
    requests: [],
  });
  expect(await kept(reach.world)).toEqual(before);
});

test('a prompt in a file of its own is reported there, a flag at the flag, what no one wrote in the error', async () => {
  reach.write('prompt.txt', 'First line\nWrite to {firstNme}\n');
  const ran = await reach.run('ai message create -f channel=MAIL --prompt-file prompt.txt');
  expect([ran.code, ran.stderr]).toEqual([
    3,
    `prompt.txt:2:10: unknown placeholder {firstNme}; did you mean {firstName}? [unknown_placeholder]
  at prompt
2 | Write to {firstNme}
  |          ^^^^^^^^^^

-f channel:1:1: channel must be EMAIL, NETWORK, NETWORK_INMAIL or NETWORK_CONNECTION, not "MAIL"; did you mean "EMAIL"? [invalid_value]
  at channel
1 | MAIL
  | ^^^^
error: the AI message has 4 errors; nothing was written
  name: an AI message needs a name
  tone: an AI message needs a tone
`,
  ]);
  const { stderr } = await reach.run('ai message create -f channel=EMAIL --prompt-file prompt.txt --json');
  const { issues } = JSON.parse(stderr).error.details;
  expect(issues.map(({ file, line, path }: Record<string, unknown>) => [path, file, line])).toEqual([
    ['prompt', 'prompt.txt', 2],
    ['name', undefined, undefined],
    ['tone', undefined, undefined],
  ]);
});

test('what only the service knows is reported at its place too, and tones and folders that are not there', async () => {
  reach.write('x.yaml', 'name: X\ntone: Drect\nfolder: Nowhere\nprompt: "{shoeSize} {aiResearch:Nothing}"\n');
  const names = await reach.run('ai snippet create --input x.yaml -q');
  expect([names.code, names.stderr.split('\n').filter((line) => /^(x\.yaml|error)/.test(line))]).toEqual([
    3,
    [
      'x.yaml:2:7: there is no tone "Drect"; did you mean "Direct"? [unknown_tone]',
      'x.yaml:3:9: there is no folder "Nowhere" [unknown_folder]',
      'x.yaml:4:10: unknown placeholder {shoeSize} [unknown_placeholder]',
      'x.yaml:4:21: there is no AI research "Nothing" [unknown_reference]',
      'error: x.yaml has 4 errors; nothing was written',
    ],
  ]);
});

test('a token that also occurs between double braces is reported where it is a token', async () => {
  const flags = '-f name=X -f tone=Direct --prompt-file -';
  const ran = await reach.run(`ai snippet create ${flags}`, { stdin: 'As {{shoeSize}} or {shoeSize}' });
  expect(ran.stderr.split('\n')[0]).toBe('-:1:20: unknown placeholder {shoeSize} [unknown_placeholder]');
});

test('wrong use', async () => {
  expect((await reach.run('ai message create')).code).toBe(2);
  expect((await reach.run('ai message create --input - --prompt-file -', { stdin: 'x' })).stderr).toContain(
    'standard input (-) is named twice',
  );
  reach.write('broken.yaml', 'name: [x\n');
  const broken = await reach.run('ai message create --input broken.yaml');
  expect([broken.code, broken.stderr.includes('broken.yaml cannot be read; nothing was written')]).toEqual([3, true]);
  expect((await reach.run('ai variable show nothing')).code).toBe(5);
});

test('created, listed by path, moved, renamed, shown, deleted: by path, name or id', async () => {
  await reach.run('ai folder create ai-snippets Openers');
  await reach.run('ai folder create ai-snippets Short --in Openers');
  await reach.run('ai folder create ai-snippets Archive');
  await reach.run('ai snippet create -f name=Line -f tone=Direct -f prompt=x -f folder=Openers/Short');
  expect((await reach.run('ai folder list ai-snippets --fields id,path,counts.items -o csv')).stdout).toBe(
    'id,path,counts.items\n3,Archive,0\n1,Openers,0\n2,Openers/Short,1\n',
  );
  expect((await json('ai folder move ai-snippets Short --to Archive')).parentId).toBe(3);
  expect((await json('ai folder rename ai-snippets Archive/Short Brief')).name).toBe('Brief');
  expect((await json('ai folder show ai-snippets Brief')).aiVariables).toMatchObject([{ name: 'Line' }]);
  expect((await reach.run('ai snippet list --folder Archive/Brief -o id')).stdout).toBe('1\n');
  for (const line of ['ai folder create ai-snippets Late --in 9', 'ai variable archive 9', 'ai variable unarchive 9'])
    expect([line, (await reach.run(`${line} --dry-run`)).code]).toEqual([line, (await reach.run(line)).code]);
  expect(await reach.run('ai snippet list --folder 9')).toMatchObject({
    ...{ code: 5, stdout: '', stderr: 'error: no folder 9\n  hint: reach ai folder list ai-snippets\n' },
  });
  expect(await json('ai folder delete ai-snippets Brief --yes')).toEqual({
    id: 2,
    deleted: true,
    movedItems: 1,
    movedFolders: 0,
  });
  expect((await json('ai snippet show Line')).folderId).toBe(3);
  expect((await reach.run('ai folder move ai-snippets Archive')).code).toBe(2);
  expect((await reach.run('ai folder show ai-snippets Nothing')).code).toBe(5);
});

test('tones and library', async () => {
  expect((await reach.run('ai tones -o csv')).stdout.split('\n')[1]).toBe(
    '1,Friendly,default,"Warm and light, as to an acquaintance"',
  );
  expect((await reach.run('ai library -o id')).stdout).toContain('lib-email-first\n');
  await reach.world.control('PATCH', '/_local/features', { 'split-ai': false });
  const [tones, messages] = [await reach.run('ai tones'), await reach.run('ai message list')];
  expect([tones.code, messages.code, messages.stderr]).toEqual([
    4,
    4,
    expect.stringContaining(
      'hint: this feature is not enabled in the workspace; on the local service: reach local feature split-ai on',
    ),
  ]);
});
