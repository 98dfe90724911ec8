// How the rows of the control surface begin: for the operator alone, and without a rate.

const control = {
  access: 'ADMIN',
  perMinute: null,
  undocumented: 'control of the local service, which the interface does not know',
} as const;

export const GET = { ...control, method: 'GET', effect: 'read' } as const;
export const POST = { ...control, method: 'POST', effect: 'write' } as const;
export const PATCH = { ...control, method: 'PATCH', effect: 'write' } as const;
export const DELETE = { ...control, method: 'DELETE', effect: 'write' } as const;
