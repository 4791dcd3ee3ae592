import type { Context } from '#server/context.ts'
import { upsertDevice } from '../store/devices.ts'

/** A sign-in that the provider has just answered with a code. */
export interface SignIn {
  accountId: string
  grantId: string
  clientId: string
  authTime: Date
  /** How the customer proved who they are (RFC 8176). */
  methods: readonly string[]
  /** Browser and system of the request; null if they are not known. */
  deviceName: string | null
  network: string | null
}

/** Records the device of a sign-in. Its id is that of the grant: one for each browser, one for each app. */
export async function recordSignIn(ctx: Context, signIn: SignIn): Promise<void> {
  await upsertDevice(ctx.db, toDeviceRow(ctx, signIn))
}

/** Creates the row of a device. Apps sign in by the browser of their system, which labels them; `client_id` tells which one. */
export function toDeviceRow({ clock }: Pick<Context, 'clock'>, signIn: SignIn) {
  const now = clock.now()
  return {
    account_id: signIn.accountId,
    grant_id: signIn.grantId,
    client_id: signIn.clientId,
    label: signIn.deviceName,
    network: signIn.network,
    methods: JSON.stringify(signIn.methods),
    auth_time: signIn.authTime,
    created_at: now,
    last_used_at: now,
  }
}
