import { type Algorithm, hash, verify } from '@node-rs/argon2'

/** Fewest characters of a password (NIST SP 800-63B asks for 8, we for 10); the most is a limit on work only. */
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 200

/** Argon2id at OWASP's figures: 19 MiB, 2 passes. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), OPTIONS)
}

/** Takes the same time without a hash (unknown address), so that an answer's time tells nothing. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  unknown ??= hashPassword('nobody has this password')
  const fits = await verify(stored ?? (await unknown), password.normalize('NFKC'))
  return fits && stored !== null
}

/** 2 is Argon2id; the library's own name for it is a const enum, which type stripping cannot read. */
const OPTIONS = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let unknown: Promise<string> | undefined
