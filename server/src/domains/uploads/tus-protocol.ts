import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../http/failure.ts'
import { UNNAMED } from './file-name.ts'
import type { UploadRow } from './store/uploads.ts'

export const TUS_VERSION = '1.0.0'
/** The media type of the bytes of an upload. */
export const BYTES_TYPE = 'application/offset+octet-stream'
export const TUS_METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type TusMethod = (typeof TUS_METHODS)[number]

/**
 * The method of a request, which X-HTTP-Method-Override replaces. Throws as tus 1.0 requires: 412 for another
 * version, 415 for a PATCH of another media type, 405 for an override that is not a method of tus.
 */
export function parseMethod({ headers, method: sent }: FastifyRequest, reply: FastifyReply): TusMethod {
  const named = headers['x-http-method-override']?.toString().toUpperCase() ?? sent
  const method = TUS_METHODS.find(known => known === named)
  if (!method) {
    reply.header('allow', TUS_METHODS.join(', '))
    throw new Failure('method-not-allowed', `X-HTTP-Method-Override must be one of ${TUS_METHODS}`)
  }
  if (method !== 'OPTIONS' && headers['tus-resumable'] !== TUS_VERSION) {
    reply.header('tus-version', TUS_VERSION)
    throw new Failure('precondition-failed', `Tus-Resumable must be ${TUS_VERSION}`)
  }
  if (method === 'PATCH' && headers['content-type'] !== BYTES_TYPE)
    throw new Failure('unsupported-type', `The Content-Type must be ${BYTES_TYPE}`)
  return method
}

/** Bytes of the body as Content-Length announces them; 0 without one. */
export const announcedBytes = (headers: IncomingHttpHeaders) => Number(headers['content-length'] ?? 0)

/** Upload-Offset; 400 for anything but a non-negative integer. */
export const parseOffset = (headers: IncomingHttpHeaders) => parseInteger(headers, 'Upload-Offset')

/** Upload-Length; 400 without one, and for headers of extensions that are not supported. */
export function parseLength(headers: IncomingHttpHeaders): number {
  for (const name of ['Upload-Defer-Length', 'Upload-Concat'])
    if (headers[name.toLowerCase()] !== undefined) throw invalidHeader(name, 'is not supported')
  return parseInteger(headers, 'Upload-Length')
}

function parseInteger(headers: IncomingHttpHeaders, name: string): number {
  const text = headers[name.toLowerCase()]?.toString() ?? ''
  if (!/^\d+$/.test(text)) throw invalidHeader(name, 'must be a non-negative integer')
  return Number(text)
}

const METADATA_KEY = /^[!-+\--~]+$/
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/

/** Upload-Metadata: pairs of a unique key and a value in base64, which is optional; 400 for any other text. */
export function parseMetadata(headers: IncomingHttpHeaders): Partial<Record<string, string>> {
  const pairs = new Map<string, string>()
  for (const pair of headers['upload-metadata']?.toString().split(',') ?? []) {
    const [key = '', value = '', ...rest] = pair.split(' ')
    if (!METADATA_KEY.test(key) || !BASE64.test(value) || rest.length > 0 || pairs.has(key))
      throw invalidHeader('Upload-Metadata', 'must be pairs of a unique key and a value in base64')
    pairs.set(key, Buffer.from(value, 'base64').toString())
  }
  return Object.fromEntries(pairs)
}

/** Upload-Metadata of an upload as far as it is stored: the cleaned name and the type. */
export function formatMetadata({ file_name, declared_type }: UploadRow): Record<string, string> {
  const pairs = { filename: file_name === UNNAMED ? null : file_name, filetype: declared_type }
  const given = Object.entries(pairs).flatMap(([key, value]) =>
    value ? `${key} ${Buffer.from(value).toString('base64')}` : [],
  )
  return given.length > 0 ? { 'upload-metadata': given.join() } : {}
}

const invalidHeader = (name: string, rule: string) =>
  new Failure('bad-request', `${name} ${rule}`, { fields: { [name]: 'not-valid' } })
