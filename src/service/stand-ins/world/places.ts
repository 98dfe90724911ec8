// Where the invented companies are. Each country knows which names its people have.

const CULTURES = ['english', 'german', 'nordic', 'french', 'dutch', 'iberian', 'italian', 'slavic', 'indian'] as const;
export type Culture = (typeof CULTURES)[number];

export interface Country {
  readonly name: string;
  /** Other words for it, and for who is from there; lower case. */
  readonly words: readonly string[];
  readonly culture: Culture;
  readonly dialCode: string;
  readonly cities: readonly string[];
}

function country(name: string, dialCode: string, culture: Culture, cities: string, words: string): Country {
  return { name, dialCode, culture, cities: cities.split(', '), words: words === '' ? [] : words.split(', ') };
}

export const COUNTRIES: readonly Country[] = [
  country('Germany', '49', 'german', 'Berlin, Hamburg, Munich, Cologne, Leipzig', 'german, deutschland'),
  country('Austria', '43', 'german', 'Vienna, Graz, Linz', 'austrian'),
  country('Switzerland', '41', 'german', 'Zurich, Basel, Bern, Geneva', 'swiss'),
  country('France', '33', 'french', 'Paris, Lyon, Marseille, Nantes', 'french'),
  country('Belgium', '32', 'dutch', 'Brussels, Antwerp, Ghent', 'belgian'),
  country('Netherlands', '31', 'dutch', 'Amsterdam, Rotterdam, Utrecht, Eindhoven', 'dutch, holland, the netherlands'),
  country(
    'United Kingdom',
    '44',
    'english',
    'London, Manchester, Bristol, Edinburgh, Leeds',
    'uk, u.k, britain, great britain, england, british',
  ),
  country('Ireland', '353', 'english', 'Dublin, Cork, Galway', 'irish'),
  country('Denmark', '45', 'nordic', 'Copenhagen, Aarhus', 'danish'),
  country('Sweden', '46', 'nordic', 'Stockholm, Gothenburg, Malmö', 'swedish'),
  country('Norway', '47', 'nordic', 'Oslo, Bergen', 'norwegian'),
  country('Finland', '358', 'nordic', 'Helsinki, Tampere', 'finnish'),
  country('Spain', '34', 'iberian', 'Madrid, Barcelona, Valencia', 'spanish'),
  country('Portugal', '351', 'iberian', 'Lisbon, Porto', 'portuguese'),
  country('Italy', '39', 'italian', 'Milan, Rome, Turin, Bologna', 'italian'),
  country('Poland', '48', 'slavic', 'Warsaw, Krakow, Wroclaw', 'polish'),
  country('Czechia', '420', 'slavic', 'Prague, Brno', 'czech, czech republic'),
  country('Estonia', '372', 'nordic', 'Tallinn, Tartu', 'estonian'),
  country(
    'United States',
    '1',
    'english',
    'New York, San Francisco, Boston, Austin, Chicago, Seattle, Denver',
    'usa, u.s.a, u.s, US, united states of america, american, america',
  ),
  country('Canada', '1', 'english', 'Toronto, Montreal, Vancouver', 'canadian'),
  country('Australia', '61', 'english', 'Sydney, Melbourne, Brisbane', 'australian'),
  country('New Zealand', '64', 'english', 'Auckland, Wellington', ''),
  country('India', '91', 'indian', 'Bangalore, Mumbai, Pune, Delhi', 'indian'),
  country('Singapore', '65', 'english', 'Singapore City', 'singaporean'),
];

/** Words that stand for several countries. */
export const REGIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['dach', ['Germany', 'Austria', 'Switzerland']],
  ['benelux', ['Belgium', 'Netherlands']],
  ['nordics', ['Denmark', 'Sweden', 'Norway', 'Finland']],
  ['nordic countries', ['Denmark', 'Sweden', 'Norway', 'Finland']],
  ['scandinavia', ['Denmark', 'Sweden', 'Norway']],
  ['iberia', ['Spain', 'Portugal']],
  ['north america', ['United States', 'Canada']],
  ['apac', ['Australia', 'New Zealand', 'India', 'Singapore']],
  ['europe', COUNTRIES.slice(0, 18).map(({ name }) => name)],
  [
    'eu',
    COUNTRIES.slice(0, 18)
      .map(({ name }) => name)
      .filter((name) => !['Switzerland', 'United Kingdom', 'Norway'].includes(name)),
  ],
]);
