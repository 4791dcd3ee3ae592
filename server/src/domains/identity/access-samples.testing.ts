import { SERVICES } from '#contract/endpoint.ts'
import { addPasskey, createPasskeyOptions } from '#contract/passkeys.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { PASSWORD } from '../../testing/harness.ts'
import { Authenticator } from './testing/authenticator.ts'

const ROUTE = `${SERVICES.account}/v2/identities/:idpType/:idpSub/emailchanges`
const PASSKEYS = `${SERVICES.account}/passkeys`

/** The identity of the path must be the caller's own. */
export const accessSamples: DomainAccessSamples = {
  async createData(server, customer) {
    const options = await customer.call(createPasskeyOptions, { body: { relatedOrigins: true } })
    const response = new Authenticator().create(options, { origin: server.origin })
    return { passkey: (await customer.call(addPasskey, { body: { response } })).id }
  },
  calls: {
    [`GET ${ROUTE}`]: ({ account }) => ({ params: ['keepsake', account] }),
    [`POST ${ROUTE}`]: ({ account }) => ({
      params: ['keepsake', account],
      body: { email: 'another-address@keepsake.test', channel: 'KEEPSAKE-GB' },
    }),
    [`DELETE ${SERVICES.account}/recovery`]: () => ({}),
    [`DELETE ${ROUTE}`]: ({ account }) => ({ params: ['keepsake', account] }),
    [`PATCH ${PASSKEYS}/:id`]: ids => ({ params: [ids.passkey], body: { name: 'Study' } }),
    [`DELETE ${PASSKEYS}/:id`]: ids => ({ params: [ids.passkey] }),
    // The one that the account has.
    [`PUT ${SERVICES.account}/password`]: () => ({ body: { password: PASSWORD } }),
  },
  callsWithoutId: {
    [`DELETE ${SERVICES.account}/devices/:id`]: { params: ['none'] },
    [`POST ${SERVICES.account}/devices/end-others`]: {},
    // Ends all access of its owner: not-me.test.ts.
    [`POST ${SERVICES.account}/not-me`]: {},
    // Ends all sessions of its owner, so that the matrix could make no call after it: email-change.test.ts.
    [`POST ${ROUTE}/:token/actions/confirm`]: { params: ['keepsake', 'none', 'none'] },
    // Answer a challenge, and need the response of an authenticator to it: passkeys.test.ts.
    [`POST ${PASSKEYS}/options`]: { body: { relatedOrigins: true } },
    [`POST ${PASSKEYS}`]: {
      body: {
        response: {
          id: 'AAAA',
          rawId: 'AAAA',
          type: 'public-key',
          response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
        },
      },
    },
  },
}
