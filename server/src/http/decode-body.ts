import { parse as parseQuery } from 'node:querystring'
import type { FastifyRequest } from 'fastify'
import { findUnstorableTexts } from '#contract/input/text.ts'
import { decodeUtf8, isPercentEncoding } from '#contract/input/utf8.ts'
import { isBoundedJson } from '../platform/json.ts'
import { Failure } from './failure.ts'

/**
 * Decodes the body of a request. Throws unsupported-type for a charset other than UTF-8, and bad-request for bytes that
 * are not UTF-8, because a replacement character would be stored for ever.
 */
export function decodeBody({ headers }: Pick<FastifyRequest, 'headers'>, body: Uint8Array): string {
  if (!isUtf8Charset(headers['content-type'] ?? ''))
    throw new Failure('unsupported-type', 'The charset of the body must be utf-8')
  const text = decodeUtf8(body)
  if (text === null) throw new Failure('bad-request', 'The body must be UTF-8', NOT_VALID_BODY)
  return text
}

/** Parses a decoded form (application/x-www-form-urlencoded). Throws bad-request for bytes that are not UTF-8, and for U+0000. */
export function parseForm(text: string): Record<string, unknown> {
  if (!isPercentEncoding(text))
    throw new Failure('bad-request', 'The form must be percent-encoded UTF-8', NOT_VALID_BODY)
  const form = parseQuery(text)
  requireStorable(form)
  return form
}

/** Throws bad-request for a JSON body that would occupy the process; see isBoundedJson. */
export function requireBoundedJson(body: Uint8Array): void {
  if (!isBoundedJson(body))
    throw new Failure('bad-request', 'The body has too many values, or is nested too deeply', NOT_VALID_BODY)
}

/** Throws bad-request for texts in a parsed body that cannot be stored: U+0000 and lone surrogates, which JSON can escape. */
export function requireStorable(body: unknown): void {
  const names = [...findUnstorableTexts(body)].map(path => path || 'body')
  if (names.length === 0) return
  const fields = Object.fromEntries(names.map(name => [name, 'not-valid']))
  throw new Failure('bad-request', `Not valid: ${names.join(', ')}`, { fields })
}

/** Throws bad-request unless the query of an address is percent-encoded UTF-8 without U+0000. */
export function requireUtf8Query(url: string): void {
  const query = url.slice(url.indexOf('?') + 1 || url.length)
  if (!query.includes('%') || (isPercentEncoding(query) && !query.includes('%00'))) return
  throw new Failure('bad-request', 'The query must be percent-encoded UTF-8', {
    fields: { query: 'not-valid' },
  })
}

const NOT_VALID_BODY = { fields: { body: 'not-valid' } }

const CHARSET = /;[ \t]*charset[ \t]*=?[ \t]*"?([^";]*)/gi

/** Whether each charset parameter of a media type is UTF-8; the name is case-insensitive and may be quoted. */
const isUtf8Charset = (contentType: string) =>
  contentType.matchAll(CHARSET).every(([, name]) => /^utf-?8$/i.test(name!.trim()))
