// The sample workspace's inbox: who writes in more detail, mailboxes, tags, and conversations with people of sample.ts.

/** What identities of SAMPLE_IDENTITIES are beside name and e-mail, by index. */
export const SAMPLE_PROFILES = [
  {
    firstName: 'Robin',
    lastName: 'Hale',
    jobTitle: 'Account Executive',
    timezone: 'Europe/Dublin',
    languages: ['English'],
    countryCode: 'IE',
    scheduleMeetingUrl: 'https://meet.outreach.example/robin',
    signature: '<p><strong>Robin Hale</strong><br>Account Executive, Outreach Ltd</p>',
  },
  {
    firstName: 'Sasha',
    lastName: 'Brandt',
    jobTitle: 'Sales Development',
    timezone: 'Europe/Berlin',
    languages: ['German', 'English'],
    countryCode: 'DE',
    signature: '<p>Sasha Brandt &middot; Outreach Ltd</p>',
  },
] as const;

/** `identity` by index. The first of each is the primary one. */
export const SAMPLE_MAILBOXES = [
  { identity: 0, email: 'robin.hale@outreach.example', provider: 'google', warmup: { mailboxId: 'warmup-robin' } },
  { identity: 0, email: 'robin@hello.outreach.example', provider: 'google' },
  { identity: 1, email: 'sasha.brandt@outreach.example', provider: 'microsoft' },
] as const;

export const SAMPLE_TAGS = [
  { name: 'Interested', color: '#16a34a' },
  { name: 'Meeting booked', color: '#2563eb' },
  { name: 'Not now', color: '#d97706' },
  { name: 'Wrong person', color: '#dc2626' },
] as const;

interface SampleMessage {
  readonly from: 'them' | 'us';
  /** Before the workspace was made; negative for a message that is due later. */
  readonly hoursAgo: number;
  readonly subject?: string;
  readonly text: string;
  readonly seen?: 'open' | 'click' | 'view';
}

/** `person` is an index of SAMPLE_PEOPLE, `identity` one of SAMPLE_IDENTITIES; what they read last is not unread. */
export interface SampleConversation {
  readonly person: number;
  readonly identity: number;
  readonly channel: 'EMAIL' | 'NETWORK' | 'WHATSAPP';
  readonly tags: readonly (typeof SAMPLE_TAGS)[number]['name'][];
  readonly isRead: boolean;
  readonly isArchived?: true;
  readonly messages: readonly SampleMessage[];
}

export const SAMPLE_CONVERSATIONS: readonly SampleConversation[] = [
  {
    person: 0,
    identity: 0,
    channel: 'EMAIL',
    tags: ['Interested'],
    isRead: false,
    messages: [
      {
        from: 'us',
        hoursAgo: 52,
        subject: 'Buying ingredients in Ireland',
        text: 'Hello Aoife,\n\nhow do you find new suppliers today, and how long does it take?\n\nRobin',
        seen: 'click',
      },
      {
        from: 'them',
        hoursAgo: 27,
        subject: 'Re: Buying ingredients in Ireland',
        text: 'Hello Robin,\n\nmostly by recommendation, which takes weeks. Send me two examples of what you do?\n\nAoife',
      },
    ],
  },
  {
    person: 16,
    identity: 1,
    channel: 'NETWORK',
    tags: ['Meeting booked', 'Interested'],
    isRead: true,
    messages: [
      { from: 'us', hoursAgo: 98, text: 'Hello Wei, thank you for connecting. Who looks after your ward tablets?' },
      { from: 'them', hoursAgo: 75, text: '你好 Sasha! I do. 星期四可以吗? 👍' },
      { from: 'us', hoursAgo: 74, text: 'Thursday at 15:00 is perfect. 谢谢!', seen: 'view' },
    ],
  },
  {
    person: 18,
    identity: 0,
    channel: 'EMAIL',
    tags: ['Not now'],
    isRead: true,
    messages: [
      {
        from: 'us',
        hoursAgo: 240,
        subject: 'Fleet costs',
        text: 'Hello Lotte,\n\nmay I show you how others plan their routes?\n\nRobin',
        seen: 'open',
      },
      { from: 'them', hoursAgo: 220, subject: 'Re: Fleet costs', text: 'Not this quarter, sorry. Try me in spring 🌱' },
    ],
  },
  {
    person: 4,
    identity: 1,
    channel: 'EMAIL',
    tags: [],
    isRead: false,
    messages: [
      {
        from: 'them',
        hoursAgo: 3,
        subject: 'Angebot',
        text: 'Guten Tag,\n\nbitte schicken Sie mir ein Angebot für 40 Geräte. Vielen Dank!\n\nMareike Vogt',
      },
    ],
  },
  {
    person: 32,
    identity: 1,
    channel: 'NETWORK',
    tags: ['Wrong person'],
    isRead: true,
    isArchived: true,
    messages: [
      { from: 'us', hoursAgo: 400, text: 'Hello Nadia, who buys lenses at Lumen Optics?' },
      { from: 'them', hoursAgo: 399, text: 'Not me, I only break them.' },
    ],
  },
];
