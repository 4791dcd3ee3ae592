import { TUS_RESUMABLE } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../http/failure.ts'

/** The media type of the bytes of an upload. */
export const BYTES_TYPE = 'application/offset+octet-stream'
export const TUS_METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'] as const

/**
 * Applies X-HTTP-Method-Override, then checks what tus 1.0 says about any request: throws 412 for another version, 415
 * for a PATCH of another media type, 405 for an override that names no method of tus (RV-211).
 */
export function checkProtocol(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  reply.header('tus-resumable', TUS_RESUMABLE)
  const override = raw.headers['x-http-method-override']?.toString().toUpperCase()
  if (override !== undefined) {
    if (!TUS_METHODS.some(method => method === override)) {
      reply.header('allow', TUS_METHODS.join(', '))
      throw new Failure('method-not-allowed', `X-HTTP-Method-Override must be one of ${TUS_METHODS}`)
    }
    raw.method = override
  }
  if (raw.method !== 'OPTIONS' && raw.headers['tus-resumable'] !== TUS_RESUMABLE) {
    reply.header('tus-version', TUS_RESUMABLE)
    throw new Failure('precondition-failed', `Tus-Resumable must be ${TUS_RESUMABLE}`)
  }
  if (raw.method !== 'PATCH') return
  if (raw.headers['content-type'] !== BYTES_TYPE)
    throw new Failure('unsupported-type', `The Content-Type must be ${BYTES_TYPE}`)
}
