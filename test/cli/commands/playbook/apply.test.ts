import { beforeEach, expect, test } from 'vitest';
import { begin, edited, openPlaybook, reach, theirChange } from './playbook-world.ts';

openPlaybook();

beforeEach(begin);

test('asks off a terminal for --yes, and has sent nothing', async () => {
  edited((text) => text.replace('Yes.', 'No.'));
  const ran = await reach.run('playbook apply edited.yaml');
  expect([ran.code, ran.requests, ran.stderr.split('\n').slice(-3)]).toEqual([
    2,
    ['GET /v1/ai-playbook'],
    ['error: cannot ask "Apply this change to the playbook?" here', '  hint: answer it with --yes', ''],
  ]);
});

test('sends what is different and nothing else', async () => {
  edited((text) => text.replace('Yes.', 'No.'));
  const dry = await reach.run('playbook apply edited.yaml --show-requests --json');
  expect([JSON.parse(dry.stdout), dry.requests]).toEqual([
    [
      {
        method: 'PUT',
        path: '/v1/ai-playbook',
        body: { faqs: { upsert: [{ question: 'Does it need steam?', answer: 'No.' }] } },
      },
    ],
    ['GET /v1/ai-playbook'],
  ]);
  const ran = await reach.run('playbook apply edited.yaml --yes --json');
  expect([ran.code, ran.stdout, ran.requests]).toEqual([
    0,
    '[{"section":"faqs","created":0,"updated":1,"restored":0,"deleted":0}]\n',
    ['GET /v1/ai-playbook', 'GET /v1/ai-playbook', 'PUT /v1/ai-playbook', 'GET /v1/ai-playbook'],
  ]);
  const again = await reach.run('playbook apply edited.yaml --yes');
  expect([again.code, again.stdout, again.stderr, again.requests]).toEqual([
    0,
    '',
    'nothing changed\n',
    ['GET /v1/ai-playbook'],
  ]);
});

test('more than 50 items go in several requests, and it says so; what breaks off is gone on with', async () => {
  const many = Array.from({ length: 120 }, (_, index) => `  - question: Q${index}\n    answer: A\n`).join('');
  reach.write('many.yaml', `faqs:\n${many}`);
  let writes = 0;
  const broken = await reach.run('playbook apply many.yaml --yes --prune', {
    meanwhile: async (request) => {
      writes += request.startsWith('PUT') ? 1 : 0;
      if (request.startsWith('PUT') && writes === 3)
        await reach.world.control('POST', '/_local/faults', { endpoint: 'playbook.update', status: 500, times: 1 });
    },
  });
  expect([broken.code, broken.stdout, broken.requests.length]).toEqual([7, '', 5]);
  expect(broken.stderr).toContain('too much for one request: 3 requests, which are not atomic together\n');
  expect(broken.stderr).toContain('warning: 2 of 3 requests succeeded; run the command again to send the rest\n');
  const ran = await reach.run('playbook apply many.yaml --yes --prune -o json');
  expect([ran.code, ran.stdout, ran.requests.length]).toEqual([
    0,
    '[{"section":"faqs","created":20,"updated":0,"restored":0,"deleted":1}]\n',
    4,
  ]);
});

test('a change by someone else between reading and writing is shown, and nothing is sent', async () => {
  edited((text) => text.replace('Yes.', 'No.'));
  const meanwhile = await reach.run('playbook apply edited.yaml --yes', { meanwhile: theirChange });
  expect(meanwhile.code).toBe(6);
  expect(meanwhile.requests).toEqual(['GET /v1/ai-playbook', 'GET /v1/ai-playbook']);
  expect(meanwhile.stderr).toContain(`changed by someone else in the meantime:
~ company
    companyOverview
    - We build engines.
    + Theirs
`);
  expect(meanwhile.stderr).toContain('error: the playbook was changed in the meantime; nothing was sent\n');
});

test('an answer that counts in another way is not a failure: what is written is written', async () => {
  edited((text) => text.replace('Yes.', 'No.'));
  const ran = await reach.run('playbook apply edited.yaml --yes --json -q', {
    rewrite: (body) => body.replace('"changes":', '"done":'),
  });
  expect([ran.code, ran.stdout, ran.stderr]).toEqual([0, '[]\n', '']);
});

test('what the service refuses is reported at the line of the file', async () => {
  reach.write('own.yaml', 'company:\n  companyMood: good\n');
  // A workspace that shows a company field of its own, and a service that takes it back meanwhile.
  const ran = await reach.run('playbook apply own.yaml --yes -q', {
    rewrite: (body, request) =>
      request.startsWith('GET') ? body.replace('"company":{', '"company":{"companyMood":"bad",') : body,
  });
  expect([ran.code, ran.stderr.split('\n').slice(0, 2)]).toEqual([
    3,
    [expect.stringMatching(/^own\.yaml:2:3: company has no field "companyMood"/), '  at company.companyMood'],
  ]);
});

test('a new item that is spelled nearly as another is named', async () => {
  edited((text) => text.replace('Does it need steam?', 'does it need  Steam?'));
  const ran = await reach.run('playbook apply edited.yaml --dry-run');
  expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([
    0,
    'warning: "does it need  Steam?" is new beside "Does it need steam?": is it meant?',
  ]);
});
