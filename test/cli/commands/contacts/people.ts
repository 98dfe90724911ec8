// Three contacts, the first and the last of one name.

export const PEOPLE = [
  {
    firstName: 'Ada',
    lastName: 'Lovelace',
    professionalEmail: 'ada@ae.example',
    jobTitle: 'CTO',
    companyName: 'Analytical Engines',
    'T-Shirt': 'M',
  },
  {
    firstName: 'Grace',
    lastName: 'Hopper',
    professionalEmail: 'grace@harbor.example',
    jobTitle: 'VP',
    companyName: 'Harbor',
  },
  { firstName: 'ada', lastName: 'LOVELACE', professionalEmail: 'a.l@other.example' },
];
