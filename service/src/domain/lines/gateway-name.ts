/** A legal name of a gateway: it is part of an address and of a command. */
export function isGatewayName(text: string): boolean {
  return /^[a-z0-9-]{1,40}$/.test(text);
}
