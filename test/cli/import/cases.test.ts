// What files of other programs come to: nothing wrong is stored, merged or lost with exit 0.

import { testCases } from './cases.ts';

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
  'Ctrl-Z at the end': {
    content: 'First Name,Last Name,Company\r\nAda,Love,Acme\r\n\x1a',
    code: 0,
    stored: ['Ada | Love | Acme'],
    stderr: [],
  },
});
