// A signature takes 3 ms of CPU time and proves nothing here: the receivers are ours.
export { decodeJwt, decodeProtectedHeader, exportJWK, importSPKI } from 'jose';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function importPKCS8(): Promise<object> {
  return {};
}

export class SignJWT {
  readonly #claims: Record<string, unknown>;
  #header: object = {};

  constructor(claims: Record<string, unknown>) {
    this.#claims = { ...claims };
  }

  setProtectedHeader(header: object): this {
    this.#header = header;
    return this;
  }

  setIssuer(iss: string): this {
    return this.#set({ iss });
  }

  setIssuedAt(iat: number): this {
    return this.#set({ iat });
  }

  setExpirationTime(exp: number): this {
    return this.#set({ exp });
  }

  setJti(jti: string): this {
    return this.#set({ jti });
  }

  async sign(): Promise<string> {
    return `${encode(this.#header)}.${encode(this.#claims)}.simulated`;
  }

  #set(claim: Record<string, unknown>): this {
    Object.assign(this.#claims, claim);
    return this;
  }
}
