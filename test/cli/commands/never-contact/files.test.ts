// The entries of never-contact in files: those of a profile, and those that a team shares.

import { beforeEach, describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { bringPioneers } from './pioneers.ts';

const reach = reachForEachTest();

beforeEach(() => bringPioneers(reach));

describe('the files', () => {
  test('entries of the profile and of the outreach folder count together; the file is private', async () => {
    await reach.run('never-contact add engines.example "+49 30 1234567" Engines.Example');
    reach.write('outreach/never-contact.txt', '# asked in May\ngrace@navy.example # by phone\n\n');
    reach.write('outreach/never-contact.csv', 'name,email,website\nX,x@x.example,https://shop.x.example/a\n,,\n');
    expect(await reach.run('never-contact list -o csv --fields kind,entry,source')).toMatchObject({
      code: 0,
      stdout: [
        'kind,entry,source',
        'domain,engines.example,profile local',
        'phone,+49 30 1234567,profile local',
        'email,grace@navy.example,outreach/never-contact.txt',
        'email,x@x.example,outreach/never-contact.csv',
        'domain,shop.x.example,outreach/never-contact.csv\n',
      ].join('\n'),
    });
    expect(await reach.run('campaign add-contact 1 1,2 --yes -o csv')).toMatchObject({ code: 1 });
    expect(await reach.run('never-contact remove grace@navy.example')).toMatchObject({
      code: 5,
      stderr:
        'error: no entry grace@navy.example in profile local: nothing was removed\n  hint: it is in outreach/never-contact.txt: remove it there\n',
    });
    expect(reach.read('config/never-contact/local.txt')).toBe('engines.example\n+49 30 1234567\n');
  });

  test('import takes a file whole or not at all', async () => {
    reach.write('out.csv', 'Email;Phone\nada@x.example;\n;none\n');
    expect(await reach.run('never-contact import out.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('out.csv:3: "none": it is not an email address, a domain'),
    });
    reach.write('out.csv', 'Email;Phone\nada@x.example;\nADA@x.example;+49 30 12345\n');
    expect((await reach.run('never-contact import out.csv -o csv --fields kind,entry')).stdout).toBe(
      'kind,entry\nemail,ada@x.example\nphone,+49 30 12345\n',
    );
    expect((await reach.run('never-contact import out.csv')).stderr).toBe('3 of 3 were entries already\n');
  });

  test('a line that cannot be read stops every command: it would protect no one', async () => {
    reach.write('outreach/never-contact.txt', 'the whole of Engines\n');
    expect(await reach.run('campaign add-contact 1 1 --yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('outreach/never-contact.txt:1: "the whole of Engines": it is not'),
    });
  });
});
