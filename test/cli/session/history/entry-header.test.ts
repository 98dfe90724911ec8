// What an entry of the history says of its command: without secrets, and nothing of it where it is damaged.

import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandText, headerOf, readHeader, withoutSecrets } from '../../../../src/cli/session/history/entry-header.ts';
import { folderForAllTests } from '../../../folder.ts';

const folder = folderForAllTests();
const header = {
  ...{ version: 1, id: '20261121-aaaaa', at: 1, user: 'ada', host: 'x', profile: 'local' },
  ...{ baseUrl: null, keyMark: null, command: ['list'], counts: { 'list created': 1 }, endedAt: 2 },
};

test.each([
  [{}, true],
  [{ counts: undefined, endedAt: undefined }, true],
  [{ at: 9e99 }, false],
  [{ endedAt: -9e99 }, false],
  [{ command: ['list', 3] }, false],
  [{ counts: [] }, false],
  [{ counts: { 'list created': '1' } }, false],
  [{ baseUrl: 3 }, false],
  [{ user: null }, false],
])('an entry with %j is read: %s', (more, isRead) => {
  writeFileSync(headerOf(folder), JSON.stringify({ ...header, ...more }));
  expect(readHeader(folder) !== null).toBe(isRead);
});

test.each([
  [['contacts', 'update', '12', '-f', 'jobTitle=CTO'], 'contacts update 12 -f jobTitle=CTO'],
  [['list', 'create', "Ada's list"], "list create 'Ada'\\''s list'"],
  [['api', 'POST', 'v1/x', '--token', 'abc'], "api POST v1/x --token '…'"],
  [['api', 'POST', 'v1/x', '--token=abc'], "api POST v1/x '--token=…'"],
  [['api', 'v1/x?apiKey=abc&page=2'], "api 'v1/x?apiKey=…&page=2'"],
  [['api', 'v1/x', '-f', 'password=abc'], "api v1/x -f 'password=…'"],
  [['api', 'v1/x', '-F', 'clientSecret:=abc'], "api v1/x -F 'clientSecret:=…'"],
  [['api', 'v1/x', '-H', 'x-api-key: abc'], "api v1/x -H 'x-api-key:…'"],
  [['api', 'v1/x', '-H', 'Authorization: Bearer abc.def'], "api v1/x -H 'Authorization:…'"],
  [['inbox', 'reply', '5', 'use gsk_live_1234567890'], "inbox reply 5 'use …'"],
  [['inbox', 'reply', '5', 'Bearer abcdefgh'], "inbox reply 5 '…'"],
  [['workflow', 'trigger', 'x', '--secret', 'whsec_abcdef123456'], "workflow trigger x --secret '…'"],
  [['serve', '--database', 'postgres://ada:pass@db/x'], "serve --database 'postgres://…@db/x'"],
  [
    ['contacts', 'import', 'a.csv', '--map', 'Key account=keyAccount'],
    "contacts import a.csv --map 'Key account=keyAccount'",
  ],
])('%j', (argv, text) => expect(commandText(withoutSecrets(argv))).toBe(text));
