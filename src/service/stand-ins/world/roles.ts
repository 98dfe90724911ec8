// What people do: functions, ranks, and the titles both make together.

import WORLD from './world.json';

export const SENIORITIES = ['FOUNDER', 'C_LEVEL', 'VP', 'DIRECTOR', 'MANAGER', 'SENIOR', 'STAFF'] as const;
export type Seniority = (typeof SENIORITIES)[number];

/** `chief`: Chief … Officer, with the letters it is known by; `does`: who does the work. */
export const FUNCTIONS = WORLD.functions;
type Profession = (typeof FUNCTIONS)[number];

export interface JobRole {
  readonly title: string;
  /** Null for who leads the whole company. */
  readonly function: string | null;
  readonly seniority: Seniority;
}

const HEADS: readonly JobRole[] = [
  { title: 'Founder', function: null, seniority: 'FOUNDER' },
  { title: 'Co-Founder', function: null, seniority: 'FOUNDER' },
  { title: 'Chief Executive Officer', function: null, seniority: 'C_LEVEL' },
  { title: 'Managing Director', function: null, seniority: 'C_LEVEL' },
];

function rolesOf({ name, chief, does }: Profession): JobRole[] {
  const role = (title: string, seniority: Seniority): JobRole => ({ title, function: name, seniority });
  return [
    role(chief.title, 'C_LEVEL'),
    role(`VP ${name}`, 'VP'),
    role(`Head of ${name}`, 'DIRECTOR'),
    role(`${name} Director`, 'DIRECTOR'),
    role(`${name} Manager`, 'MANAGER'),
    role(`Senior ${does}`, 'SENIOR'),
    role(does, 'STAFF'),
  ];
}

/** Every role; the first four lead the company. */
export const ROLES: readonly JobRole[] = [...HEADS, ...FUNCTIONS.flatMap(rolesOf)];
export const HEAD_ROLES = HEADS.length;

/** Other names of roles, lower case → title. */
export const TITLE_WORDS: ReadonlyMap<string, string> = new Map([
  ...ROLES.map(({ title }) => [title.toLowerCase(), title] as const),
  ...FUNCTIONS.flatMap(({ name, chief }) => [
    [chief.letters.toLowerCase(), chief.title] as const,
    [`vp of ${name.toLowerCase()}`, `VP ${name}`] as const,
    [`vice president ${name.toLowerCase()}`, `VP ${name}`] as const,
    [`vice president of ${name.toLowerCase()}`, `VP ${name}`] as const,
    [`director of ${name.toLowerCase()}`, `${name} Director`] as const,
    [`heads of ${name.toLowerCase()}`, `Head of ${name}`] as const,
    [`manager of ${name.toLowerCase()}`, `${name} Manager`] as const,
  ]),
  ...Object.entries(WORLD.titleWords),
]);

export const SENIORITY_WORDS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(WORLD.seniorityWords));
