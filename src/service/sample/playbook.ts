// The sample workspace's playbook. One that has any content is kept.

import type { Context } from '../core/context.ts';
import { refreshPlaybook } from '../resources/playbook/jobs.ts';
import { writePlaybook } from '../resources/playbook/update.ts';
import { getPlaybook } from '../resources/playbook/view.ts';

const SAMPLE_PLAYBOOK = {
  company: {
    companyName: 'Wayfare Planning',
    companyWebsite: 'https://www.wayfare.example',
    companyIndustry: 'Software Development',
    companySize: '51-200',
    companyLocation: 'Rotterdam, Netherlands',
    companyOverview: 'Wayfare plans deliveries: which order goes on which truck, when, and by which road.',
    companyValueProposition: 'A fifth fewer kilometres in the first quarter, or the money back.',
  },
  productsServices: {
    upsert: [
      {
        name: 'Wayfare Routes',
        description: 'Plans tours overnight and again whenever an order changes.',
        isMainProduct: true,
      },
      { name: 'Wayfare Dock', description: 'Gives every truck a ramp and a quarter of an hour.' },
    ],
  },
  idealCustomerProfiles: {
    upsert: [
      {
        name: 'Shippers with their own fleet',
        companyIndustry: 'Food Production, Logistics, Retail',
        companySize: '200 to 2,000 employees',
        keyPainPoints: ['Half-empty trucks', 'Orders that change after planning'],
        jobTitles: ['Head of Operations', 'Fleet Manager', 'Plant Manager'],
      },
      {
        name: 'Hospitals',
        companyIndustry: 'Health Care',
        companySize: '1,000+',
        keyPainPoints: 'Deliveries block the ambulance ramp.',
      },
    ],
  },
  competitors: {
    upsert: [{ name: 'Tourbook', productDifferentiator: 'Plans once a night; we plan again when an order changes.' }],
  },
  testimonials: {
    upsert: [
      {
        companyName: 'Gannet Logistics',
        promoterName: 'Bram de Wit',
        jobPosition: 'Fleet Manager',
        mainBenefit: 'Two trucks fewer for the same orders.',
      },
    ],
  },
  faqs: {
    upsert: [
      { question: 'How long does it take to begin?', answer: 'Two weeks, with the orders of the last quarter.' },
      { question: 'Does it work with our ERP?', answer: 'It reads orders from a file or an interface.' },
    ],
  },
} as const;

/** After companies, which it recommends; refreshed at once, so that no background work is left. */
export async function loadPlaybook(context: Context): Promise<void> {
  const { company, idealCompanies: _, ...sections } = await getPlaybook(context);
  const hasContent =
    Object.values(company).some((value) => value !== null) || Object.values(sections).some(({ length }) => length > 0);
  if (hasContent) return;
  await writePlaybook(context, SAMPLE_PLAYBOOK);
  await refreshPlaybook(context);
}
