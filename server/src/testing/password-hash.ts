import { type Algorithm, hash } from '@node-rs/argon2'

/** Hashes with Argon2id and the least work: nearly every test signs in, and none of those is about the cost of a guess. */
export function hashTestPassword(password: string): Promise<string> {
  return hash(password, { algorithm: 2 as Algorithm, memoryCost: 8, timeCost: 1, parallelism: 1 })
}
