import {
  addressInput,
  createAddress,
  deleteAddress,
  getAddresses,
  updateAddress,
} from '#contract/addresses.ts'
import { getDeliveryCountries } from '#contract/input/address/country.ts'
import { type Call, route } from '#server/http/route.ts'
import { getRequestBrand } from '../../brands/index.ts'
import { addToAddressBook, changeAddress, removeFromAddressBook } from './addresses.ts'
import { presentAddress } from './present.ts'
import { listAddresses } from './store.ts'

export const addressRoutes = [
  route(getAddresses, async ({ ctx, caller, reply }) => {
    reply.header('cache-control', 'no-store')
    return { addresses: (await listAddresses(ctx.db, caller.accountId)).map(presentAddress) }
  }),
  route(
    createAddress,
    async ({ ctx, caller, body }) => presentAddress(await addToAddressBook(ctx, caller.accountId, body)),
    async call => getInputSchema(call),
  ),
  route(
    updateAddress,
    async ({ ctx, caller, params, body, request }) =>
      presentAddress(
        await changeAddress(ctx, caller.accountId, params.id, body, request.headers['if-match']),
      ),
    async call => getInputSchema(call),
  ),
  route(deleteAddress, ({ ctx, caller, params }) => removeFromAddressBook(ctx, caller.accountId, params.id)),
]

/** Returns the address schema with the rules of the request's brand and of business customers. */
function getInputSchema({ caller, request }: Pick<Call<typeof createAddress>, 'caller' | 'request'>) {
  const countries = getDeliveryCountries(getRequestBrand(request))
  return addressInput({ countries, needsCompany: caller.business })
}
