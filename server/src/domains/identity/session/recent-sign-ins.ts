import type { SignIns } from '#server/http/step-up.ts'
import { getStatementScope } from '#server/platform/db/statement-scope.ts'
import { findDevice, updateDevice } from '../store/devices.ts'
import { listGrantMarks } from '../store/oidc-records.ts'
import { findSessionEnd } from './authenticate.ts'
import { readStepUpTicket } from './external-step-up.ts'
import { isKnownDevice } from './known-device.ts'

/**
 * The sign-ins that acts need which decide who can reach an account: the time is in the row of the grant's device; with an
 * external provider in a ticket, unless the operator has switched that off.
 */
export const recentSignIns: SignIns = {
  async findAuthTime(ctx, request, { accountId, grantId, authTime }) {
    if (ctx.config.oidc) {
      if (!ctx.config.stepUpExternal) return ctx.clock.now()
      return readStepUpTicket(ctx, request, accountId)
    }
    if (grantId === null) return authTime
    return (await findDevice(ctx.db, { accountId, grantId }))?.auth_time ?? null
  },
  async recordRefusal(ctx, { accountId, grantId }) {
    if (grantId === null) return
    const until = new Date(ctx.clock.now().getTime() + ASKING_MS)
    // Until then the next sign-in of the browser asks again.
    await updateDevice(ctx.db, { accountId, grantId }, { step_up_wanted_until: until })
  },
  async isNewDevice(ctx, db, accountId) {
    const actor = getStatementScope()?.getActor?.()
    if (actor?.type !== 'device' || actor.id === null) return false
    return !(await isKnownDevice(ctx, db, { accountId, grantId: actor.id }))
  },
  findSessionEnd,
  findSessions: async (ctx, marks) => new Set(await listGrantMarks(ctx.db, marks, ctx.clock.now())),
}

/** For so long after a refusal the next sign-in of the browser asks again. */
const ASKING_MS = 10 * 60_000
