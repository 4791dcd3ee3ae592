import { expect, test } from 'vitest'
import { createAddress, deleteAddress, getAddresses, updateAddress } from '#contract/addresses.ts'
import { createApiKey, getApiKeys, updateApiKey } from '#contract/api-keys.ts'
import { getBusinessDetails, putBusinessDetails } from '#contract/business-details.ts'
import { getCustomer, patchCustomer } from '#contract/customers.ts'
import { getJournal, type JournalEntry, undoEntry } from '#contract/journal.ts'
import { endAllAccess } from '#contract/not-me.ts'
import { deleteAllPhotos, deletePhotos, erasePhotos, getDeletedPhotos } from '#contract/photos.ts'
import { DETAILS } from './domains/customers/business/business.testing.ts'
import { choosePassword } from './domains/identity/testing/mail-links.ts'
import { signInBrowser } from './domains/identity/testing/signed-in-browser.ts'
import { listColumns, listValues } from './platform/db/rows.ts'
import { addressForTests } from './testing/addresses.ts'
import type { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { testServer } from './testing/harness.ts'
import { insertPhotoRows } from './testing/photo-rows.ts'

const server = closeAfterAll(await testServer())
const { ctx, clock } = server
const MINUTE = 60_000

/** A business with a library, some photos in its bin, an address book, invoices by mail and a key for one network. */
async function createBusiness(): Promise<Client> {
  const client = await server.customer({ business: true })
  await insertPhotoRows(ctx, client.accountId, 212)
  await client.call(deletePhotos, { body: { photoIds: (await listPhotoIds(client)).slice(0, 4) } })
  await client.call(patchCustomer, { body: { firstName: 'Mira', lastName: 'Lindholm' } })
  const ftp = { callbackUrl: 'https://erp.example.com/events?token=x', callbackFormat: 'JSON' } as const
  await client.call(patchCustomer, { body: { ftp } })
  const { id } = await client.call(createAddress, { body: addressForTests({ companyName: 'Lindholm' }) })
  await client.call(createAddress, {
    body: addressForTests({ companyName: 'Lindholm', street: 'Mill Lane' }),
  })
  const details = { ...DETAILS, invoiceEmail: `books-of-${client.email}`, invoiceAddressId: id }
  await client.call(putBusinessDetails, { body: details })
  await client.call(createApiKey, {
    body: { name: 'ERP', scopes: ['orders:read'], days: 90, networks: ['203.0.113.0/24'] },
  })
  return client
}

const listPhotoIds = ({ accountId }: Client) =>
  listValues(ctx.db, 'photos', { account_id: accountId, deleted_at: null }, 'photo_id', 'photo_id')

/** Everything that the thief changes, as the owner reads it. */
async function readState(client: Client) {
  const { keys } = await client.call(getApiKeys)
  return {
    customer: await client.call(getCustomer),
    addresses: await client.call(getAddresses),
    business: await client.call(getBusinessDetails),
    keys: keys.map(({ name, networks, scopes, state }) => ({ name, networks, scopes, state })),
    photos: await listColumns(ctx.db, 'photos', { account_id: client.accountId, deleted_at: null }, [
      'photo_id',
      'sha256',
      'taken_at',
    ]),
    bin: (await client.call(getDeletedPhotos, { query: {} })).images.map(({ imageId }) => imageId),
  }
}

/** What somebody with the password does on a device of his own within an hour. */
async function takeOver({ accountId, email }: Client): Promise<void> {
  const { client } = await signInBrowser(server, { accountId, email })
  const { addresses } = await client.call(getAddresses)
  const [first, second] = addresses
  const { invoiceAddress: _, ...details } = (await client.call(getBusinessDetails)).details!
  const { keys } = await client.call(getApiKeys)
  await client.call(patchCustomer, { body: { firstName: 'Max', lastName: 'Muster' } })
  const ftp = { callbackUrl: 'https://thief.example.com/', callbackFormat: 'XML' } as const
  await client.call(patchCustomer, { body: { ftp } })
  await client.call(updateAddress, {
    params: { id: first!.id },
    body: addressForTests({ companyName: 'Lindholm', street: 'Thief Street' }),
  })
  await client.call(deleteAddress, { params: { id: second!.id } })
  await client.call(createAddress, {
    body: addressForTests({ companyName: 'Lindholm', street: 'Hidden Lane', isDefault: true }),
  })
  await client.call(putBusinessDetails, {
    body: {
      ...details,
      invoiceAddressId: undefined,
      invoiceEmail: 'thief@example.com',
      phoneNumber: '0117 496 0999',
    },
  })
  await client.call(updateApiKey, { params: { id: keys[0]!.id }, body: { name: 'Backup', networks: [] } })
  await client.call(deleteAllPhotos)
  await server.idle()
  const { images } = await client.call(getDeletedPhotos, { query: { limit: 500 } })
  const erased = { photoIds: images.map(({ imageId }) => imageId) }
  expect((await client.call(erasePhotos, { body: erased })).effectiveAt).not.toBeNull()
  clock.advance(MINUTE)
}

/** Undoes what the entries say can be undone, the newest first, as 'Undo all' does. */
async function undoAll(client: Client, entries: readonly JournalEntry[]): Promise<void> {
  for (const { id, undo } of entries) {
    if (undo !== 'possible' && undo !== 'waiting' && undo !== 'changed-since') continue
    while ((await client.call(undoEntry, { params: { id } })).hasMore);
    await server.idle()
  }
}

test('NX-423 RV-1002 after an hour of a thief all is as it was before, and nothing was erased; a neighbour has no line of it', async () => {
  const [owner, neighbour] = [await createBusiness(), await createBusiness()]
  const [before, untouched] = [await readState(owner), await readState(neighbour)]
  clock.advance(MINUTE)
  const since = clock.now().toISOString()
  await takeOver(owner)
  const during = await readState(owner)
  for (const part of ['customer', 'addresses', 'keys', 'photos', 'bin'] as const)
    expect(during[part]).not.toEqual(before[part])
  const { email } = await owner.call(endAllAccess)
  expect(email).toBe(owner.email)
  const again = await choosePassword(server, owner, 'chosen after the theft')
  const { entries } = await again.call(getJournal, { query: { since, limit: 100 } })
  const ofThief = entries.filter(({ actor }) => actor.type === 'device' && !actor.isThisDevice)
  await undoAll(again, ofThief)
  // The page names the key: what has ended does not come back.
  expect(ofThief.filter(({ undo }) => undo === 'over').map(({ kind }) => kind)).toEqual(['api-key.changed'])
  const { keys, ...rest } = await readState(again)
  expect({ ...rest, keys: before.keys }).toEqual(before)
  expect(keys.map(({ state }) => state)).toEqual(['ended'])
  const erased = await listValues(ctx.db, 'photos', { account_id: owner.accountId }, 'erased_at')
  expect(new Set(erased)).toEqual(new Set([null]))
  expect(await readState(neighbour)).toEqual(untouched)
})
