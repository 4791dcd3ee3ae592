import { SERVICES } from '#contract/endpoint.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'

const DELETION = `${SERVICES.account}/v2/identities/:idpType/:idpSub/deleteaccount`

export const accessSamples: DomainAccessSamples = {
  calls: {
    [`POST ${DELETION}`]: ({ account }) => ({
      params: ['keepsake', account],
      body: { channel: 'KEEPSAKE-GB' },
    }),
  },
  // A link that works would end the owner's account: closures.test.ts tries it with every caller.
  callsWithoutId: {
    [`POST ${DELETION}/:token/actions/confirm`]: { params: ['keepsake', 'nobody', 'no-link'] },
  },
}
