import type { FastifyRequest } from 'fastify'
import { getRpIdByHost, getTheme } from '#brands/index.ts'
import type { Context } from '#server/context.ts'
import { getRequestOrigin } from '#server/http/origin.ts'
import { getRequestBrand } from '../../brands/index.ts'

/** A host of a vendor as WebAuthn sees it. */
export interface RelyingParty {
  vendor: string
  name: string
  origin: string
  /** The RP ID of the vendor in this environment, which its hosts share. */
  rpId: string
  /** The RP ID of this host alone, for browsers that do not know related origins. */
  hostRpId: string
}

export function getRelyingParty({ config }: Context, request: FastifyRequest): RelyingParty {
  const brand = getRequestBrand(request)
  const origin = getRequestOrigin(config, request)
  const { hostname } = new URL(origin)
  return {
    vendor: brand.vendor,
    name: getTheme(brand).name,
    origin,
    rpId: getRpIdByHost(hostname),
    hostRpId: hostname,
  }
}
