import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import { Failure } from '../../http/failure.ts'
import { DEFAULT_FILE_NAME } from './file-name.ts'
import type { UploadRow } from './store/uploads.ts'

export const TUS_VERSION = '1.0.0'
/** The media type of the bytes of an upload. */
export const BYTES_TYPE = 'application/offset+octet-stream'
export const TUS_METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type TusMethod = (typeof TUS_METHODS)[number]

/**
 * Returns the method of a request, which X-HTTP-Method-Override replaces. Throws as tus 1.0 requires: 412 for another
 * version, 415 for a PATCH of another media type, 405 for an override that is not a method of tus.
 */
export function parseMethod(
  { headers, method: requestMethod }: FastifyRequest,
  reply: FastifyReply,
): TusMethod {
  const methodName = headers['x-http-method-override']?.toString().toUpperCase() ?? requestMethod
  const method = TUS_METHODS.find(each => each === methodName)
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

/** Returns the bytes of the body as Content-Length announces them; 0 without it. */
export const getAnnouncedBytes = (headers: IncomingHttpHeaders) => Number(headers['content-length'] ?? 0)

/** Parses Upload-Offset; 400 for anything but a non-negative integer. */
export const parseOffset = (headers: IncomingHttpHeaders) => parseInteger(headers, 'Upload-Offset')

/** Parses Upload-Length; 400 without it, and for headers of extensions that are not supported. */
export function parseLength(headers: IncomingHttpHeaders): number {
  for (const name of ['Upload-Defer-Length', 'Upload-Concat'])
    if (headers[name.toLowerCase()] !== undefined) throw createInvalidHeaderFailure(name, 'is not supported')
  return parseInteger(headers, 'Upload-Length')
}

function parseInteger(headers: IncomingHttpHeaders, name: string): number {
  const text = headers[name.toLowerCase()]?.toString() ?? ''
  if (!/^\d+$/.test(text)) throw createInvalidHeaderFailure(name, 'must be a non-negative integer')
  return Number(text)
}

const METADATA_KEY = /^[!-+\--~]+$/
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/

/**
 * Parses Upload-Metadata, pairs of a unique key and a value in base64 of UTF-8, which is optional; 400 for any other
 * text, also for U+0000: no file name contains it, but UTF-16 that happens to be valid UTF-8 does.
 */
export function parseMetadata(headers: IncomingHttpHeaders): Partial<Record<string, string>> {
  const pairs = new Map<string, string>()
  for (const pair of headers['upload-metadata']?.toString().split(',') ?? []) {
    const [key = '', value = '', ...rest] = pair.split(' ')
    const text = BASE64.test(value) ? decodeUtf8(Buffer.from(value, 'base64')) : null
    if (!METADATA_KEY.test(key) || text === null || text.includes('\0') || rest.length > 0 || pairs.has(key))
      throw createInvalidHeaderFailure(
        'Upload-Metadata',
        'must be pairs of a unique key and a value in base64 of UTF-8',
      )
    pairs.set(key, text)
  }
  return Object.fromEntries(pairs)
}

/** Formats Upload-Metadata as far as it is stored: the cleaned name and the type. */
export function formatMetadata({ file_name, declared_type }: UploadRow): Record<string, string> {
  const pairs = { filename: file_name === DEFAULT_FILE_NAME ? null : file_name, filetype: declared_type }
  const encodedPairs = Object.entries(pairs).flatMap(([key, value]) =>
    value ? `${key} ${Buffer.from(value).toString('base64')}` : [],
  )
  return encodedPairs.length > 0 ? { 'upload-metadata': encodedPairs.join() } : {}
}

const createInvalidHeaderFailure = (name: string, rule: string) =>
  new Failure('bad-request', `${name} ${rule}`, { fields: { [name]: 'not-valid' } })
