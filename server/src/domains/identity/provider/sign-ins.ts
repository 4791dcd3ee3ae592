import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '#server/context.ts'
import { shortenAddress } from '#server/http/describe-request.ts'
import { findDeviceName } from '#server/http/device-name.ts'
import { findDevice, upsertDevice } from '../store/devices.ts'
import { getClockOffset } from './record-adapter.ts'

/** When and how the customer of a grant last proved who they are. */
export interface SignInOfGrant {
  authTime: Date
  methods: readonly string[]
}

/**
 * Records the device with each code that the provider issues, before the browser receives it: an authorization that ends
 * in a page has issued nothing.
 */
export function recordSignIns(ctx: Context, provider: Provider): void {
  provider.use(async (koa, next) => {
    await next()
    const { oidc, request } = koa as KoaContextWithOIDC
    if (oidc?.route !== 'authorization' && oidc?.route !== 'resume') return
    const code = oidc.entities.AuthorizationCode as Issued | undefined
    if (!code) return
    await recordSignIn(ctx, {
      ...readSignIn(ctx, code),
      deviceName: findDeviceName(request.headers['user-agent']) ?? null,
      network: shortenAddress(request.ip),
    })
  })
}

/** Finds the sign-in of the grant whose token is being issued: that of its device, which a later proof renews. */
export async function getSignInOfGrant(
  ctx: Context,
  { entities }: KoaContextWithOIDC['oidc'],
  grantId: string,
): Promise<SignInOfGrant> {
  const { accountId } = (entities.AuthorizationCode ?? entities.RefreshToken) as Issued
  const device = await findDevice(ctx.db, { accountId, grantId })
  if (!device) throw new Error('A grant whose code was issued has a device')
  return { authTime: device.auth_time, methods: device.methods }
}

/** A code or a refresh token; its time is that of the provider's clock, in seconds. */
interface Issued {
  accountId: string
  grantId: string
  clientId: string
  authTime: number
  amr?: string[]
}

function readSignIn(ctx: Context, { accountId, grantId, clientId, authTime, amr }: Issued) {
  const time = new Date((authTime - getClockOffset(ctx)) * 1000)
  return { accountId, grantId, clientId, authTime: time, methods: amr ?? ['pwd'] }
}

/** A sign-in that the provider has just answered with a code. */
interface SignIn {
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

/** Records the device of a sign-in. The device's id is its grant's id; each browser and each app has its own. */
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
