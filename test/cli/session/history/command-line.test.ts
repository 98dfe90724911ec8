// The command line in the history holds no secret.

import { expect, test } from 'vitest';
import { commandText, withoutSecrets } from '../../../../src/cli/session/history/entry-header.ts';

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
