import { SERVICES } from '#contract/endpoint.ts'
import { addPasskey, createPasskeyOptions } from '#contract/passkeys.ts'
import type { AccessIds, DomainSamples } from '../../testing/access-samples.ts'
import { PASSWORD } from '../../testing/harness.ts'
import { Authenticator } from './testing/authenticator.ts'

const ROUTE = `${SERVICES.account}/v2/identities/:idpType/:idpSub/emailchanges`
const getPath = ({ account }: AccessIds) => ROUTE.replace(':idpType', 'keepsake').replace(':idpSub', account!)

const PASSKEYS = `${SERVICES.account}/passkeys`

/** The identity of the path must be the caller's own. */
export const accessSamples: DomainSamples = {
  async createData(server, customer) {
    const options = await customer.call(createPasskeyOptions, { body: { relatedOrigins: true } })
    const response = new Authenticator().create(options, { origin: server.origin })
    return { passkey: (await customer.call(addPasskey, { body: { response } })).id }
  },
  calls: {
    [`GET ${ROUTE}`]: ids => ({ path: getPath(ids) }),
    [`POST ${ROUTE}`]: ids => ({
      path: getPath(ids),
      body: { email: 'another-address@keepsake.test', channel: 'KEEPSAKE-GB' },
    }),
    [`DELETE ${SERVICES.account}/recovery`]: () => ({}),
    [`DELETE ${ROUTE}`]: ids => ({ path: getPath(ids) }),
    [`PATCH ${PASSKEYS}/:id`]: ids => ({ path: `${PASSKEYS}/${ids.passkey}`, body: { name: 'Study' } }),
    [`DELETE ${PASSKEYS}/:id`]: ids => ({ path: `${PASSKEYS}/${ids.passkey}` }),
    // The one that the account has.
    [`PUT ${SERVICES.account}/password`]: () => ({ body: { password: PASSWORD } }),
  },
  callsWithoutId: {
    [`DELETE ${SERVICES.account}/devices/:id`]: { path: `${SERVICES.account}/devices/none` },
    [`POST ${SERVICES.account}/devices/end-others`]: { path: `${SERVICES.account}/devices/end-others` },
    // Ends all access of its owner: not-me.test.ts.
    [`POST ${SERVICES.account}/not-me`]: { path: `${SERVICES.account}/not-me` },
    // Ends all sessions of its owner, so that the matrix could make no call after it: email-change.test.ts.
    [`POST ${ROUTE}/:token/actions/confirm`]: {
      path: `${SERVICES.account}/v2/identities/keepsake/none/emailchanges/none/actions/confirm`,
    },
    // Answer a challenge, and need the response of an authenticator to it: passkeys.test.ts.
    [`POST ${PASSKEYS}/options`]: { path: `${PASSKEYS}/options`, body: { relatedOrigins: true } },
    [`POST ${PASSKEYS}`]: {
      path: PASSKEYS,
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
