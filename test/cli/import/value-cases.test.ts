// Cells that are no values, keys that are none, and rows of one person.

import { testCases } from './cases.ts';

testCases({
  'errors of a spreadsheet are no values': {
    content: 'First Name,Last Name,Email,Company,Title\nAda,Love,a@x.example,#N/A,#REF!\nCy,Lot,#N/A,Beta,CTO\n',
    code: 1,
    stored: ['Ada | Love | a@x.example', 'Cy | Lot | CTO | Beta'],
    stderr: [
      '1 row has no match key: importing this file again would create it again',
      'Company: 1 cell left out, an error of a spreadsheet, not a value: "#N/A"',
      'Title: 1 cell left out, an error of a spreadsheet, not a value: "#REF!"',
      'Email: 1 cell left out, an error of a spreadsheet, not a value: "#N/A"',
      'in.csv:2: Company: left out, an error of a spreadsheet, not a value: "#N/A"',
      'in.csv:2: Title: left out, an error of a spreadsheet, not a value: "#REF!"',
      'in.csv:3: Email: left out, an error of a spreadsheet, not a value: "#N/A"',
    ],
    summary: { created: 2, rejected: 0, cellsLeftOut: 3 },
  },
  'a formula that stands for a text': {
    content: 'First Name,Last Name,Company,Mobile\nAda,Love,Acme,="0861234567"\n',
    code: 0,
    stored: ['Ada | Love | 0861234567 | Acme'],
    stderr: [],
  },
  'a person in several rows': {
    content:
      'First Name,Last Name,Company,Email,Mobile\nAda,Love,Acme,,+353861234567\nAda,Love,Acme,ada@acme.example,\nAda,Love,Acme,ada.love@acme.example,\n',
    code: 1,
    stored: ['Ada | Love | ada@acme.example | +353861234567 | Acme'],
    stderr: [
      'in.csv:4: same first name, last name and company as line 2, but another Email "ada.love@acme.example"',
      'add --rejects FILE to save these rows with their errors',
    ],
    summary: { created: 1, merged: 1, rejected: 1 },
  },
  'a URL that is the website of a company': {
    content:
      'First Name,Last Name,Company,URL\nAda,Love,Acme,https://acme.example/en\nBob,Low,Acme,https://acme.example/en\n',
    code: 0,
    stored: ['Ada | Love | Acme', 'Bob | Low | Acme'],
    stderr: [],
  },
  'ids that are none': {
    content: 'id,first_name,last_name\n0b0f3b6e-1c1f-4a5e-9d7f-5f6a7b8c9d0e,Ada,Love\n',
    code: 2,
    stored: [],
    stderr: [
      'error: the ids of this file are not those of its contacts: "0b0f3b6e-1c1f-4a5e-9d7f-5f6a7b8c9d0e" is not one',
      'hint: --no-update creates or merges the rows as if they had no id; --update changes these records all the same',
    ],
  },
  'one name, split': {
    argv: 'contacts import in.csv --map Name=fullName',
    content: 'Name,Email\nAda Love,a@x.example\n',
    code: 0,
    stored: ['Ada | Love | a@x.example'],
    stderr: ['1 row has no match key: importing this file again would create it again'],
  },
  'ranges of employees': {
    argv: 'companies import in.csv',
    content: 'Company Name,Employees\nAcme,51-200\nZeta,10.0\n',
    code: 1,
    stored: ['Acme', 'Zeta | 10'],
    stderr: [
      'Employees: 1 cell left out, a range, not a number: "51-200"',
      'in.csv:2: Employees: left out, a range, not a number: "51-200"',
    ],
  },
});
