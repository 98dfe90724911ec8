// What an engineer writes in half an hour to import a CSV file: csv-parse, undici, four requests at once, a file of results.
// Its arguments: the file, the address, the file of results.

import { createReadStream, createWriteStream } from 'node:fs';
import { parse } from 'csv-parse';
import { Pool } from 'undici';

const FIELDS = {
  'First Name': 'firstName',
  'Last Name': 'lastName',
  Email: 'professionalEmail',
  'Job Title': 'jobTitle',
  'LinkedIn URL': 'networkProfileUrl',
  'Mobile Phone': 'mobilePhone',
  Headline: 'networkHeadline',
  Country: 'contactCountry',
  Company: 'companyName',
  'Company Domain': 'companyDomain',
  Industry: 'companyIndustry',
  Website: 'companyWebsite',
};

interface Answer {
  readonly data: { readonly results: readonly { readonly contact: { id: number; contactOutcome: string } }[] };
}

const [path = '', url = '', resultsPath = ''] = process.argv.slice(2);
const pool = new Pool(url, { connections: 4 });
const results = createWriteStream(resultsPath);

async function send(contacts: readonly object[], first: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'key_of_the_benchmark' };
  const body = JSON.stringify({ contacts });
  const answer = await pool.request({ method: 'POST', path: '/v1/contacts/bulk', headers, body });
  const { data } = (await answer.body.json()) as Answer;
  let text = '';
  for (const [index, { contact }] of data.results.entries()) {
    text += `${first + index},${contact.id},${contact.contactOutcome}\n`;
  }
  results.write(text);
}

const sending = new Set<Promise<void>>();
let bulk: object[] = [];
let rows = 0;

async function flush(): Promise<void> {
  const sent = send(bulk, rows - bulk.length).finally(() => sending.delete(sent));
  sending.add(sent);
  bulk = [];
  if (sending.size >= 4) await Promise.race(sending);
}

async function main(): Promise<void> {
  for await (const row of createReadStream(path).pipe(parse({ columns: true }))) {
    bulk.push(Object.fromEntries(Object.entries(FIELDS).map(([from, to]) => [to, row[from] || undefined])));
    rows += 1;
    if (bulk.length === 100) await flush();
  }
  if (bulk.length > 0) await flush();
  await Promise.all(sending);
  results.end();
  await pool.close();
}

void main();
