// What the invented companies do, what they use, and how they were paid for.

import type { FUNDING_ROUNDS } from '../../../rules/records/fields.ts';
import { rowsOf } from '../draw.ts';

export interface Industry {
  readonly name: string;
  /** Words for it, lower case; the name itself is one too. */
  readonly words: readonly string[];
  /** Second halves of the names of its companies. */
  readonly endings: readonly string[];
  /** Percent that sell in a store of their own. */
  readonly stores: number;
}

function industry(name: string, endings: string, words: string, stores = 4): Industry {
  return { name, endings: endings.split(', '), words: words.split(', '), stores };
}

/** Name, endings, words, and the percent with stores. */
export const INDUSTRIES: readonly Industry[] = rowsOf(`
Software Development | Software, Systems, Cloud, Apps | software, saas, software companies, b2b saas, tech companies
Financial Services | Finance, Capital, Payments, Wealth | fintech, fintechs, financial, finance companies, payments
Banking | Bank, Banking, Savings, Credit | bank, banks
Insurance | Insurance, Assurance, Mutual, Cover | insurer, insurers, insurtech, insurance companies
Health Care | Health, Clinics, Care, Medical | healthcare, hospital, hospitals, health tech, healthtech
Biotechnology | Bio, Biotech, Genomics, Therapeutics | biotech, biotechs, life sciences, pharma
Medical Devices | Devices, Instruments, Implants, Diagnostics | medtech, medical device
Manufacturing | Manufacturing, Industries, Components, Tools | manufacturer, manufacturers, industrial, factories
Industrial Automation | Automation, Robotics, Controls, Drives | robotics, automation
Automotive | Automotive, Motors, Mobility, Parts | car, cars, car makers, automotive suppliers
Logistics | Logistics, Freight, Shipping, Express | logistic, freight, supply chain, transport, transportation, shipping companies
Retail | Retail, Stores, Market, Goods | retailer, retailers | 55
Fashion | Fashion, Apparel, Wear, Textiles | clothing, apparel, fashion brands, textile | 60
Consumer Goods | Products, Home, Living, Supplies | consumer products, consumer brands, cpg, fmcg | 45
Food Production | Foods, Kitchen, Farms, Drinks | food, beverage, food and beverage | 25
Renewables | Energy, Solar, Power, Wind | renewable, renewable energy, solar, clean energy, cleantech, green energy
Construction | Construction, Builders, Concrete, Projects | construction companies, building companies
Real Estate | Properties, Estates, Homes, Realty | property, proptech
Education | Learning, Academy, Schools, Education | edtech, school, schools, universities
Media Production | Media, Studios, Pictures, Press | media, publishing, publishers, studios
Marketing Services | Agency, Marketing, Creative, Brands | marketing agency, marketing agencies, agency, agencies, advertising
Legal Services | Legal, Law, Chambers, Counsel | law firm, law firms, legal, lawyers
Management Consulting | Consulting, Advisory, Partners, Strategy | consulting, consultancy, consultancies, consultants
Telecommunications | Telecom, Networks, Connect, Mobile | telecom, telco, telcos
Information Services | Data, Analytics, Insights, Research | data companies, analytics companies, information
Cybersecurity | Security, Shield, Defence, Guard | cyber security, security companies, infosec
Travel | Travel, Tours, Journeys, Hotels | tourism, hospitality, hotels | 10
Staffing | Staffing, Talent, People, Recruiting | recruiting, recruitment, staffing agencies, recruitment agencies`).map(
  ([name = '', endings = '', words = '', stores]) => industry(name, endings, words, Number(stores ?? 4)),
);

/** Technologies, each with the percent of companies that use it. */
export const TECHNOLOGIES: readonly (readonly [name: string, percent: number, ...words: string[]])[] = [
  ['Kubernetes', 18, 'k8s'],
  ['Docker', 30],
  ['PostgreSQL', 28, 'postgres'],
  ['MySQL', 30],
  ['MongoDB', 16, 'mongo'],
  ['Redis', 20],
  ['Kafka', 10, 'apache kafka'],
  ['Elasticsearch', 12, 'elastic'],
  ['React', 34, 'reactjs', 'react.js'],
  ['Angular', 14],
  ['Vue', 16, 'vue.js', 'vuejs'],
  ['Node.js', 26, 'nodejs', 'node'],
  ['Python', 36],
  ['Java', 30],
  ['Golang', 12],
  ['PHP', 28],
  ['Terraform', 12],
  ['Snowflake', 8],
  ['dbt', 6],
  ['Salesforce', 18],
  ['HubSpot', 22],
  ['Zendesk', 12],
  ['Intercom', 9],
  ['WordPress', 32],
];

export const STORE_PLATFORMS = ['Shopify', 'WooCommerce', 'Magento', 'PrestaShop', 'BigCommerce'] as const;
export const CARRIERS = ['DHL', 'UPS', 'FedEx', 'DPD', 'GLS'] as const;

/** Rounds in the order companies go through them, with usual amounts in US dollars. */
export const ROUNDS: readonly (readonly [
  name: (typeof FUNDING_ROUNDS)[number],
  least: number,
  most: number,
  ...words: string[],
])[] = [
  ['Pre-Seed', 200_000, 1_500_000, 'pre seed', 'preseed'],
  ['Seed', 1_000_000, 5_000_000, 'seed stage', 'seed funded', 'seed round'],
  ['Series A', 5_000_000, 18_000_000],
  ['Series B', 15_000_000, 50_000_000],
  ['Series C', 40_000_000, 120_000_000],
  ['Series D', 90_000_000, 300_000_000],
];

/** Kinds of places on the map, with other words for them. */
export const BUSINESSES: readonly (readonly [name: string, ...words: string[]])[] = [
  ['Restaurant', 'restaurants', 'bistros'],
  ['Café', 'cafe', 'cafes', 'cafés', 'coffee shop', 'coffee shops'],
  ['Bakery', 'bakeries', 'bakers'],
  ['Hotel', 'boutique hotels'],
  ['Gym', 'gyms', 'fitness studio', 'fitness studios', 'fitness clubs'],
  ['Dentist', 'dentists', 'dental practice', 'dental practices', 'dental clinics'],
  ['Doctor', 'doctors', 'medical practices', 'doctors offices'],
  ['Pharmacy', 'pharmacies'],
  ['Hair salon', 'hair salons', 'hairdresser', 'hairdressers', 'barbers', 'barber shops'],
  ['Law office', 'law offices', 'attorneys', 'solicitors'],
  ['Accountant', 'accountants', 'tax advisors', 'tax advisers', 'accounting firms'],
  ['Plumber', 'plumbers'],
  ['Electrician', 'electricians'],
  ['Car repair', 'garages', 'car repair shops', 'auto repair', 'mechanics'],
  ['Florist', 'florists', 'flower shops'],
  ['Bookshop', 'bookshops', 'book stores', 'bookstores'],
  ['Real estate office', 'estate agents', 'realtors', 'real estate agents'],
  ['Veterinarian', 'veterinarians', 'vets', 'animal clinics'],
];
