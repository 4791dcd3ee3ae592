import { type Context, memoizePerContext } from '../context.ts'
import { createBatchLoader } from '../platform/db/batch-loader.ts'
import { getStatementScope } from '../platform/db/statement-scope.ts'
import type { TokenLifetime } from '../platform/signing/signing.ts'
import { Failure } from './failure.ts'
import { getSignIns } from './step-up.ts'

export type SigningContext = Pick<Context, 'signer' | 'clock'>

/** The start of a grant's id, short because every address of a page has it. */
const MARK_LENGTH = 8

/** Returns the mark by which addresses name the session of a grant. */
export const toSessionMark = (grantId: string): string => grantId.slice(0, MARK_LENGTH)

/** Returns the mark of the session that the running code answers; empty for keys, services and jobs, and with an external provider. */
export function getSessionMark(): string {
  const actor = getStatementScope()?.getActor?.()
  return actor?.type === 'device' && actor.id !== null ? toSessionMark(actor.id) : ''
}

/** No other scope begins with it. */
const PREFIX = '_'

/** Signs an address of pictures for the session that the running code answers, with which it ends. */
export function signForSession(
  { signer, clock }: SigningContext,
  scope: string,
  lifetime: TokenLifetime,
): string {
  const mark = getSessionMark()
  return signer.sign((mark && PREFIX + mark) + scope, clock.now(), lifetime)
}

/** Verifies what signForSession has signed, but for its session; null if it was altered, has expired or is for another purpose. */
export function verifyForSession({ signer, clock }: SigningContext, token: string) {
  const verified = signer.verify(token, clock.now())
  if (!verified?.scope.startsWith(PREFIX)) return verified && { ...verified, mark: '' }
  const end = PREFIX.length + MARK_LENGTH
  return { ...verified, mark: verified.scope.slice(PREFIX.length, end), scope: verified.scope.slice(end) }
}

/**
 * Requires that the session of an address is in force; its end counts within a second. Throws address-expired, or rejects with
 * it. Returns a promise only where that has to be read, because a page requests dozens of pictures.
 */
export function requireSession(ctx: Context, mark = ''): Promise<void> | undefined {
  if (mark === '') return undefined
  const session = getLoader(ctx)(mark)
  if (!(session instanceof Promise)) return void requireInForce(session)
  return session.then(requireInForce)
}

function requireInForce(session: object | null): void {
  if (!session) throw new Failure('address-expired', 'The session of this address has ended')
}

const getLoader = memoizePerContext(ctx =>
  createBatchLoader<string, object>(
    mark => mark,
    async marks => {
      const inForce = await getSignIns(ctx)?.findSessions(ctx, marks)
      return new Map([...(inForce ?? [])].map(mark => [mark, {}]))
    },
  ),
)
