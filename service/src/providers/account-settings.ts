// Checks of account settings that several adapters share.

/** For values that go into HTTP headers: a space or a line end there is a pasting mistake. */
export function findKeyProblem(value: string): string | null {
  return /^[\x21-\x7e]{0,500}$/.test(value) ? null : 'must be printable ASCII without spaces';
}

export function basicAuthorisation(user: string, password: string): string {
  return Buffer.from(`${user}:${password}`).toString('base64');
}
