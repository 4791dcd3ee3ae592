import { SERVICES } from '#contract/endpoint.ts'
import type { DomainSamples } from '../../testing/access-samples.ts'

const DELETION = `${SERVICES.account}/v2/identities/:idpType/:idpSub/deleteaccount`
const getPath = (account: string) => `${SERVICES.account}/v2/identities/keepsake/${account}/deleteaccount`

export const accessSamples: DomainSamples = {
  calls: {
    [`POST ${DELETION}`]: ({ account }) => ({ path: getPath(account!), body: { channel: 'KEEPSAKE-GB' } }),
  },
  // A link that works would end the owner's account: closures.test.ts tries it with every caller.
  callsWithoutId: {
    [`POST ${DELETION}/:token/actions/confirm`]: { path: `${getPath('nobody')}/no-link/actions/confirm` },
  },
}
