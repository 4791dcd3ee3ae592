import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { CORRELATION_HEADER } from '#contract/errors.ts'
import type { TrustedProxies } from '../platform/config/trusted-proxies.ts'
import { createPeerCheck } from './trusted-peer.ts'

const CORRELATION = /^[A-Za-z0-9-]{8,64}$/

/**
 * Creates the function that returns the correlation id of a request (AA-116): the one of its header, if it is valid and
 * comes from a trusted proxy, where there are any; else a new one. The balancers of deployment/ set it, so that their
 * own answers, the log and the error page have the same.
 */
export function createCorrelationIds(trustedProxies: TrustedProxies) {
  const isTrusted = createPeerCheck(trustedProxies)
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const id = headers[CORRELATION_HEADER]
    return typeof id === 'string' && CORRELATION.test(id) && isTrusted(socket.remoteAddress)
      ? id
      : randomUUID()
  }
}
