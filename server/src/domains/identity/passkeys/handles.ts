import { randomBytes } from 'node:crypto'
import type { Reader } from '#server/context.ts'
import { findHandle, insertHandle } from './store.ts'

/**
 * Creates a user handle: random, because authenticators show it to anybody who has them (WebAuthn, 14.6.1), so it must not
 * be the account's id.
 */
export const createHandle = (): string => randomBytes(32).toString('base64url')

/** Returns the handle of the account, created at first use. */
export async function ensureHandle(db: Reader, accountId: string): Promise<string> {
  const handle = await findHandle(db, accountId)
  if (handle !== undefined) return handle
  await insertHandle(db, accountId, createHandle())
  return (await findHandle(db, accountId))!
}
