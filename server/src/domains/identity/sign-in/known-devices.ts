import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getEnvironmentByHost } from '#brands/index.ts'
import type { Context } from '#server/context.ts'
import { isEqualSecret } from '#server/platform/signing/signing.ts'

/**
 * Finds the id of the browser, if the account was signed in to in it before (OWASP's device cookies); null otherwise.
 * Wrong passwords from other browsers lock the address for unknown browsers only, so that its owner can still sign in.
 */
export function findKnownDevice(ctx: Context, request: FastifyRequest, subject: string): string | null {
  const deviceEntry = readEntries(request).find(entry => isSignedFor(ctx, entry, subject))
  return deviceEntry?.id ?? null
}

/** Marks this browser as known for the account, after a sign-in or after a mailed link was used in it. */
export function rememberDevice(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  subject: string,
): void {
  const entries = readEntries(request)
  const deviceEntry = entries.find(entry => isSignedFor(ctx, entry, subject))
  const id = deviceEntry?.id ?? randomBytes(16).toString('base64url')
  const otherEntries = entries.filter(entry => entry !== deviceEntry).slice(0, ACCOUNTS_MAX - 1)
  const value = [{ id, mac: computeMacs(ctx, subject, id)[0]! }, ...otherEntries]
  reply.setCookie(DEVICE_COOKIE, value.map(entry => `${entry.id}.${entry.mac}`).join('~'), {
    path: '/identity',
    httpOnly: true,
    sameSite: 'lax',
    secure: getEnvironmentByHost(request.host) !== 'development',
    maxAge: MAX_AGE,
  })
}

export const DEVICE_COOKIE = 'keepsake_device'
/** Seconds; the longest that browsers keep a cookie. */
const MAX_AGE = 400 * 86_400
/** Accounts remembered in one browser, the latest first. */
const ACCOUNTS_MAX = 5

interface Entry {
  id: string
  mac: string
}

/** The cookie contains no address: an entry is signed for the account and does not reveal it. */
function readEntries(request: FastifyRequest): Entry[] {
  return (request.cookies[DEVICE_COOKIE] ?? '')
    .split('~')
    .map(entry => entry.split('.'))
    .flatMap(([id, mac]) => (id && mac ? [{ id, mac }] : []))
    .slice(0, ACCOUNTS_MAX)
}

const isSignedFor = (ctx: Context, { id, mac }: Entry, subject: string) =>
  computeMacs(ctx, subject, id).some(expected => isEqualSecret(mac, expected))

const computeMacs = ({ signer }: Context, subject: string, id: string) =>
  signer.macs('known-device', `${subject}:${id}`).map(mac => mac.subarray(0, 16).toString('base64url'))
