// What files of other programs come to: nothing wrong is stored, merged or lost with exit 0.

import { testCases } from './cases.ts';

const SAVE_THEM = 'add --rejects FILE to save these rows with their errors';

/** Each character is a byte. */
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

const KEYLESS = '1 row has no match key: importing this file again would create it again';

testCases({
  'lone CRs inside the cells of a CRLF file': {
    content: 'First Name,Last Name,Company,Title\r\nAda,Love,Ac\rme\rInc,CTO\r\nBob,Low,Be\rta\rLtd,CEO\r\n',
    code: 0,
    stored: ['Ada | Love | CTO | Ac\rme\rInc', 'Bob | Low | CEO | Be\rta\rLtd'],
    stderr: [],
  },
  'line ends of CR CR LF': {
    content: '"First Name","Last Name","Company"\r\r\n"Ada","Love","Acme"\r\r\n"Bob","Low","Beta"\r\r\n',
    code: 0,
    stored: ['Ada | Love | Acme', 'Bob | Low | Beta'],
    stderr: [],
  },
  'a space behind closing quotes': {
    content: '"Email" ,"First Name", "Last Name","Company"\nada@x.example ,"Ada", "Love","Acme"\n',
    code: 0,
    stored: ['Ada | Love | ada@x.example | Acme'],
    stderr: [],
  },
  'spaces before all quotes': {
    content:
      '"First Name", "Last Name", "Company", "Title"\n"Ada", "Love", "Acme", "CTO"\n"Bob", "Low", "Beta", "CEO"\n',
    code: 0,
    stored: ['Ada | Love | CTO | Acme', 'Bob | Low | CEO | Beta'],
    stderr: [],
  },
  'single quotes': {
    content: "'First Name','Last Name','Company','Title'\n'Ada','Love','Acme','CTO'\n'Bob','Low','Beta','CEO'\n",
    code: 0,
    stored: ['Ada | Love | CTO | Acme', 'Bob | Low | CEO | Beta'],
    stderr: [],
  },
  'Russian in windows-1251: the headers are listed as what they are': {
    content: bytes('Èìÿ,Ôàìèëèÿ,Êîìïàíèÿ,Email\nÈâàí,Ïåòðîâ,ÎÎÎ Ðîìàøêà,i@x.example\n'),
    code: 0,
    stored: ['i@x.example'],
    stderr: ['read as windows-1251: "Имя"; another: --encoding', KEYLESS],
    summary: { encoding: 'windows-1251', guessed: true, sample: 'Имя' },
  },
  'Shift-JIS': {
    content: bytes(
      'First Name,Last Name,Company,Email\n\x91\xbe\x98Y,\x8eR\x93c,\x8a\x94\x8e\xae\x89\xef\x8e\xd0,t@x.example\n',
    ),
    code: 0,
    stored: ['太郎 | 山田 | t@x.example | 株式会社'],
    stderr: ['read as shift_jis: "太郎"; another: --encoding'],
  },
  CP850: {
    content: bytes('First Name;Last Name;Company;Email\nRen\x82;M\x81ller;Caf\x82 Z\x81rich;r@x.example\n'),
    code: 0,
    stored: ['René | Müller | r@x.example | Café Zürich'],
    stderr: ['read as cp850: "René"; another: --encoding'],
  },
  'windows-1252, in a dry run': {
    argv: 'contacts import in.csv --dry-run',
    content: bytes('First Name,Last Name,Email\nRené,Müller,r@x.example\n'),
    code: 0,
    stored: [],
    stderr: ['dry run: nothing is sent', 'read as windows-1252: "René"; another: --encoding', KEYLESS],
    summary: { encoding: 'windows-1252', guessed: true, sample: 'René' },
  },
  'bytes of no certain encoding': {
    content: bytes('First Name,Email\nZo\x8f\x9d,z@x.example\n'),
    code: 3,
    stored: [],
    stderr: [
      'error: in.csv:2: the file is not UTF-8, and its encoding is not certain from its text (byte 19 of the file)',
      'hint: name the encoding of the file, as in --encoding windows-1252 (or windows-1250, windows-1251, cp850, macintosh, gbk, …)',
    ],
  },
  'text that was encoded twice': {
    content: 'First Name,Last Name,Company,Email\nRenÃ©,MÃ¼ller,CafÃ©,r@x.example\nAda,Love,Acme,a@x.example\n',
    code: 1,
    stored: ['Ada | Love | a@x.example | Acme'],
    stderr: [
      'warning: 3 cells of damaged text, their rows are not sent; first: in.csv:2, column 1 (First Name): "RenÃ©"',
      'in.csv:2: firstName: the text was damaged before (encoded twice), not "RenÃ©"',
    ],
    rejects: [
      'First Name,Last Name,Company,Email,_line,_error',
      'RenÃ©,MÃ¼ller,CafÃ©,r@x.example,2,"firstName: the text was damaged before (encoded twice), not ""RenÃ©"""',
      '',
    ].join('\n'),
  },
  'characters that were lost': {
    content: 'First Name,Last Name,Company,Email\nRen\uFFFD,M\uFFFDller,Caf\uFFFD,r@x.example\n',
    code: 1,
    stored: [],
    stderr: [
      'warning: 3 cells of damaged text, their rows are not sent; first: in.csv:2, column 1 (First Name): "Ren\uFFFD"',
      'in.csv:2: firstName: the text was damaged before (characters were lost), not "Ren\uFFFD"',
      SAVE_THEM,
    ],
  },
  'the header again': {
    content: 'First Name,Last Name,Company\nAda,Love,Acme\nFirst Name,Last Name,Company\nCy,Lot,Gama\n',
    code: 0,
    stored: ['Ada | Love | Acme', 'Cy | Lot | Gama'],
    stderr: ['1 row that is no record skipped (line 3: the header again)'],
  },
  'a table of Markdown': {
    content: 'First Name|Last Name|Company\n---|---|---\nAda|Love|Acme\n',
    code: 0,
    stored: ['Ada | Love | Acme'],
    stderr: ['1 row that is no record skipped (line 2: a rule, no record)'],
  },
  'the footer of a report': {
    content:
      '"First Name","Last Name","Account Name","Email"\n"Ada","Love","Acme","a@x.example"\n\n"My Contacts Report"\n"Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved."\n"Made-up GmbH"\n',
    code: 1,
    stored: ['Ada | Love | a@x.example | Acme'],
    stderr: [
      'in.csv:4: a title or footer, no record: "My Contacts Report"',
      'in.csv:5: a title or footer, no record: "Copyright (c) 2000-2026 salesforce.com, inc. All rights rese"',
      'in.csv:6: a title or footer, no record: "Made-up GmbH"',
      SAVE_THEM,
    ],
  },
  'a comment above the header': {
    content: '# exported by tool on 2026-01-01\nFirst Name,Last Name,Company\nAda,Love,Acme\n',
    code: 2,
    stored: [],
    stderr: [
      'error: no column matches a field of contacts: # exported by tool on 2026-01-01',
      'hint: a later line names columns: --skip-lines 1',
    ],
  },
  'a header of two rows': {
    content: 'Contact,,Company,\nFirst Name,Last Name,Company,Website\nAda,Love,Acme,acme.example\n',
    code: 2,
    stored: [],
    stderr: [
      'error: two lines name columns: a header of several rows cannot be read',
      'hint: --skip-lines 1 takes the second line; --skip-lines 0 takes the first, and the second as a row',
    ],
  },
  'Ctrl-Z at the end': {
    content: 'First Name,Last Name,Company\r\nAda,Love,Acme\r\n\x1a',
    code: 0,
    stored: ['Ada | Love | Acme'],
    stderr: [],
  },
});
