import { worldForEachTest } from '../../../opened.ts';
import { EPOCH, type World } from '../../world.ts';

export let world: World;

/** Called by each file of tests: files may share this module. */
export function openContactWorld(): void {
  world = worldForEachTest();
}

export const NOW = new Date(EPOCH).toISOString();
export const APP = 'https://app.reach.invalid';

export const create = (body: object) => world.done('POST', '/v1/contact', { body });
export const read = (id: number) => world.done('GET', `/v1/contacts/${id}`);
export const patch = (id: number, body: object) => world.call('PATCH', `/v1/contacts/${id}`, { body });
export const bulk = (contacts: unknown[]) => world.call('POST', '/v1/contacts/bulk', { body: { contacts } });

export const ADA = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', professionalEmail: 'ada@acme.com', jobTitle: 'Analyst' },
  ...{ networkProfileUrl: 'https://www.network.example/in/ada', mobilePhone: '+44 1' },
  ...{ phones: '+44 2, +44 3', networkHeadline: 'Notes on the engine', contactCountry: 'GB' },
  company: {
    name: 'Acme',
    domain: 'acme.com',
    companyNetworkUrl: 'https://network.example/company/acme',
    industry: 'Engines',
    website: 'https://acme.com',
  },
};
