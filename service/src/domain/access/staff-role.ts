export const STAFF_ROLES = ['viewer', 'agent', 'finance', 'admin'] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

/**
 * What each role may do besides its own. Roles are not ranked, since bookkeepers neither approve
 * nor resolve, and those who decide do not keep the books.
 */
const INCLUDES = {
  viewer: ['viewer'],
  agent: ['viewer', 'agent'],
  finance: ['viewer', 'finance'],
  admin: STAFF_ROLES,
} as const satisfies Record<StaffRole, readonly StaffRole[]>;

/** Whether a role sees players' whole phone numbers and texts, also where a screen lists them. */
export const SEES_NUMBERS = {
  viewer: false,
  agent: true,
  finance: true,
  admin: true,
} as const satisfies Record<StaffRole, boolean>;

/**
 * Whether a role sees what a line or wallet has, the secret behind a text: never, always, or of a
 * line that the person has revealed within the hour.
 */
export const SEES_BALANCES = {
  viewer: 'never',
  agent: 'revealed',
  finance: 'always',
  admin: 'always',
} as const satisfies Record<StaffRole, 'never' | 'revealed' | 'always'>;

/** Whether a role includes what another may do. */
export function includesRole(role: StaffRole, needed: StaffRole): boolean {
  return INCLUDES[role].some((included) => included === needed);
}

/** What a script may do as a person: its token's own role, while its person has that role too. */
export function roleOfToken(person: StaffRole, token: StaffRole): StaffRole {
  return includesRole(person, token) ? token : 'viewer';
}
