/** The system voices of every workspace. Nothing is ever spoken: they are names to choose from. */
export const SYSTEM_VOICES = [
  { id: 'sys-alto', name: 'Alto', language: 'en' },
  { id: 'sys-tenor', name: 'Tenor', language: 'en' },
  { id: 'sys-mezzo', name: 'Mezzo', language: 'de' },
  { id: 'sys-bariton', name: 'Bariton', language: 'fr' },
] as const;
