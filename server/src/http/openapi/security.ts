import type { Endpoint, Policy } from '#contract/endpoint.ts'

/** The security schemes of the OpenAPI document. */
export const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a customer, valid for ten minutes.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of a business, `ksk_…`, with the scope that the operation names (docs/api-keys.md).',
  },
  serviceToken: { type: 'http', scheme: 'bearer', description: 'The token of a service of the retailer.' },
  uploadToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The upload token of a phone, which only adds photos.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'keepsake_refresh',
    description: "The cookie of the web's session, of the same origin only.",
  },
} as const

type SecurityRequirement = { [scheme in keyof typeof SECURITY_SCHEMES]?: string[] }

/** Returns alternative security requirements of an endpoint; an empty list requires nothing. */
export const getSecurity = ({ policy, scope }: Pick<Endpoint, 'policy' | 'scope'>): SecurityRequirement[] => [
  ...SECURITY_BY_POLICY[policy],
  ...(scope ? [{ apiKey: [scope] }] : []),
]

const SECURITY_BY_POLICY: Record<Policy, SecurityRequirement[]> = {
  public: [],
  signed: [],
  customer: [{ accessToken: [] }],
  business: [{ accessToken: [] }],
  service: [{ serviceToken: [] }],
  'upload-session': [{ uploadToken: [] }],
  session: [{ session: [] }],
}
