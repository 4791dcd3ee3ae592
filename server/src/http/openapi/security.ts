import type { Policy } from '#contract/endpoint.ts'

/** The security schemes of the OpenAPI document. */
export const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a customer, valid for ten minutes.',
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

/** Security requirements by policy; an empty list requires nothing. */
export const SECURITY_BY_POLICY: Record<Policy, { [scheme in keyof typeof SECURITY_SCHEMES]?: string[] }[]> =
  {
    public: [],
    signed: [],
    customer: [{ accessToken: [] }],
    business: [{ accessToken: [] }],
    service: [{ serviceToken: [] }],
    'upload-session': [{ uploadToken: [] }],
    session: [{ session: [] }],
  }
