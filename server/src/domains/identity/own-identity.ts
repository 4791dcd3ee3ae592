import { Failure } from '#server/http/failure.ts'
import type { Caller } from '#server/http/route.ts'

/** Throws forbidden unless the path contains the identity of the token. */
export function requireOwnIdentity({ claims }: Caller, path: { idpType: string; idpSub: string }): void {
  if (path.idpType !== claims.idpType || path.idpSub !== claims.idpSub)
    throw new Failure('forbidden', 'Another identity than that of the token')
}
