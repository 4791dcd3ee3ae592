import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Policy, ServiceKey } from '#contract/endpoint.ts'
import type { Coding, EncodedAnswer } from './encoded-answer.ts'

/** Least bytes of JSON that are compressed. */
const MIN_COMPRESSED_BYTES = 1024

/**
 * Policies whose answers may be compressed, because pages of other sites cannot make a browser send these calls with a
 * customer's token. Calls with cookies are excluded unless they opt in.
 */
const COMPRESSED_POLICIES = new Set<Policy>(['customer', 'business', 'public'])

/**
 * Services whose answers are never compressed: names that other people chose are beside signed addresses; tokens of a
 * session.
 */
const UNCOMPRESSED_SERVICES = new Set<ServiceKey>(['sharedAlbums', 'session'])

/** Cache-Control of the answer to a GET, which is revalidated with every use. */
const CACHE_CONTROL_BY_POLICY: Partial<Record<Policy, string>> = {
  customer: 'private, no-cache',
  business: 'private, no-cache',
  public: 'no-cache',
}

type SentEndpoint = Pick<
  Endpoint,
  'method' | 'service' | 'policy' | 'status' | 'compressesAnswer' | 'isNeverStored'
>

/** Whether JSON of the endpoint has an entity tag, and 304 where the client has it, unless it is never stored. */
export const isRevalidated = ({ method, policy, status }: SentEndpoint): boolean =>
  method === 'GET' && status === 200 && CACHE_CONTROL_BY_POLICY[policy] !== undefined

/**
 * Sends the answer of a call, compressed in the best coding that the client accepts. Answers to a GET have an entity
 * tag, or status 304 when the client has the same answer.
 */
export async function sendJson(
  endpoint: SentEndpoint,
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  answer: EncodedAnswer,
): Promise<FastifyReply> {
  const { service, policy, compressesAnswer = false } = endpoint
  const isStored = isRevalidated(endpoint) && !endpoint.isNeverStored
  reply.header('cache-control', isStored ? CACHE_CONTROL_BY_POLICY[policy] : 'no-store')
  const mayBeCompressed =
    compressesAnswer || (COMPRESSED_POLICIES.has(policy) && !UNCOMPRESSED_SERVICES.has(service))
  if (mayBeCompressed) addVary(reply, 'accept-encoding')
  if (isStored) {
    reply.header('etag', answer.etag)
    if (hasEntityTag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  }
  reply.header('content-type', 'application/json; charset=utf-8')
  const isLong = answer.json.length > MIN_COMPRESSED_BYTES
  const coding = mayBeCompressed && isLong ? negotiateCoding(request.headers['accept-encoding']) : null
  if (!coding) return reply.send(answer.json)
  const body = await answer.compress(coding)
  return reply.header('content-encoding', coding).send(body)
}

function addVary(reply: FastifyReply, name: string): void {
  const existingNames = reply.getHeader('vary')
  reply.header('vary', existingNames ? `${existingNames}, ${name}` : name)
}

/** Whether If-None-Match contains the entity tag (RFC 9110, 13.1.2), which is the same for all codings. */
function hasEntityTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header === etag || header.split(',').some(each => each.trim() === etag || each.trim() === '*')
}

/**
 * Returns the coding that the client accepts: brotli, or gzip where it accepts only that; null for none (RFC 9110,
 * 12.5.3).
 */
export function negotiateCoding(header: string | undefined): Coding | null {
  const acceptedCodings = (header ?? '').toLowerCase().split(',').filter(isNotRefused)
  const names = acceptedCodings.map(each => each.split(';', 1)[0]!.trim())
  return CODINGS.find(coding => names.includes(coding)) ?? null
}

const CODINGS = ['br', 'gzip'] as const

const isNotRefused = (coding: string) => !/;\s*q=0(\.0*)?\s*$/.test(coding)
