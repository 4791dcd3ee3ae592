import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { rememberDevice } from '../sign-in/known-devices.ts'
import { toAttemptSubject } from '../sign-in/sign-in.ts'

/** Creates the cookie of a browser that is known for the account with this address. */
export function createDeviceCookie(ctx: Context, vendor: string, email: string): string {
  let cookie = ''
  const request = { cookies: {}, host: 'localhost' } as unknown as FastifyRequest
  const reply = {
    setCookie(_: string, value: string) {
      cookie = value
    },
  } as unknown as FastifyReply
  rememberDevice(ctx, request, reply, toAttemptSubject(vendor, email))
  return cookie
}
