// The role that a route for staff needs, as its `config` says it.

export const viewer = { role: 'viewer' } as const;
export const agent = { role: 'agent' } as const;
export const finance = { role: 'finance' } as const;
export const admin = { role: 'admin' } as const;
