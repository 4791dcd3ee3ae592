import type { FastifyRequest } from 'fastify'
import { limitSource } from '../platform/blobs/limited-source.ts'
import { Failure } from './failure.ts'

/** Reads the body of a call that receives a file; 413 for more than `maxBytes`, which `what` names ('A picture'). */
export async function readFileBody(
  { headers, raw }: FastifyRequest,
  maxBytes: number,
  what: string,
): Promise<Buffer> {
  const createTooLargeFailure = () => new Failure('too-large', `${what} has at most ${maxBytes} bytes`)
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw createTooLargeFailure()
  const source = limitSource(raw, maxBytes)
  const chunks = await Array.fromAsync(source.bytes)
  if (source.limitExceeded) throw createTooLargeFailure()
  if (source.interrupted) throw new Failure('client-closed', 'The client closed the connection')
  return Buffer.concat(chunks)
}
