import { availableParallelism } from 'node:os'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { FairSemaphore } from '../../../platform/fair-semaphore.ts'

/** Hashes with Argon2id and OWASP's parameters: 19 MiB, 2 passes. */
export function hashPassword(password: string): Promise<string> {
  return takeTurn(() => hash(password.normalize('NFKC'), ARGON2_OPTIONS))
}

/** Takes the same time without a stored hash, so that response times do not reveal whether an address has an account. */
export async function verifyPassword(password: string, storedHash: string | null): Promise<boolean> {
  dummyHash ??= hashPassword('dummy password')
  const expectedHash = storedHash ?? (await dummyHash)
  const isMatch = await takeTurn(() => verify(expectedHash, password.normalize('NFKC')))
  return isMatch && storedHash !== null
}

/** 2 is Argon2id; the library's constant for it is a const enum, which type stripping does not support. */
const ARGON2_OPTIONS = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let dummyHash: Promise<string> | undefined

/** Half of the processors: hashing uses the threads that also read files and decode pictures. */
export const HASHES_IN_PARALLEL = Math.max(1, Math.floor(availableParallelism() / 2))
const turns = new FairSemaphore(HASHES_IN_PARALLEL)

const takeTurn = <T>(work: () => Promise<T>): Promise<T> => turns.run('', new AbortController().signal, work)
