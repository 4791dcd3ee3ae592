import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** Least and most characters of a new password, in code points (NIST SP 800-63B requires 8 and to allow 64). */
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 200

/** Hashes with Argon2id and OWASP's parameters: 19 MiB, 2 passes. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), ARGON2_OPTIONS)
}

/** Takes the same time without a stored hash, so that response times do not reveal whether an address has an account. */
export async function verifyPassword(password: string, storedHash: string | null): Promise<boolean> {
  dummyHash ??= hashPassword('dummy password')
  const isMatch = await verify(storedHash ?? (await dummyHash), password.normalize('NFKC'))
  return isMatch && storedHash !== null
}

/** 2 is Argon2id; the library's constant for it is a const enum, which type stripping does not support. */
const ARGON2_OPTIONS = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let dummyHash: Promise<string> | undefined
