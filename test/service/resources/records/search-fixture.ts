import { EPOCH, type World } from '../../world.ts';

export const DAY = 86_400_000;
export const day = (offset: number) => new Date(EPOCH + offset * DAY).toISOString().slice(0, 10);

/** Five contacts on five days; 1 and 2 at Acme, 3 at Beta, 4 and 5 nowhere. Lists: 1 holds 1 and 3, 2 holds Beta. */
export async function fill(world: World): Promise<void> {
  const contacts = [
    {
      ...{ firstName: 'Ada', lastName: 'Lovelace', jobTitle: 'CEO', professionalEmail: 'Ada@Acme.com' },
      ...{ companyName: 'Acme', companyDomain: 'acme.com', companyIndustry: 'Software' },
      ...{ numberOfEmployees: 50, companyCRMId: '001', Segment: 'A' },
    },
    {
      firstName: 'Bob',
      lastName: 'O’Neil',
      jobTitle: 'CTO',
      companyName: 'Acme',
      contactCRMId: '0035000000AbCdE',
      'Odd "name" %': 'x',
    },
    {
      ...{ firstName: 'Zoë', lastName: 'Müller-Lüdenscheidt', jobTitle: 'CEO' },
      ...{ networkProfileUrl: 'https://network.example/in/zoe', companyName: 'Beta GmbH' },
      ...{ numberOfEmployees: 0, companyWebsite: 'https://beta.example/de', Tier: 'x' },
      ...{ company: { Tier: 'gold' } },
    },
    { firstName: 'Dan', leadCRMId: '00Q1', Segment: 'B', phones: '+49 30 1234' },
    { lastName: 'Nobody', Segment: '100%_' },
  ];
  for (const contact of contacts) {
    await world.call('POST', '/v1/contact', { body: contact });
    world.clock.advance(DAY);
  }
  await world.call('POST', '/v1/lists', { body: { name: 'contacts' } });
  await world.call('POST', '/v1/lists', { body: { name: 'companies', entity: 'COMPANY' } });
  await world.call('POST', '/v1/lists/1/members', { body: { contactIds: [1, 3] } });
  await world.call('POST', '/v1/lists/2/members', { body: { companyIds: [2] } });
}
