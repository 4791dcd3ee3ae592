import { describe, expect, test } from 'vitest'
import { createAddress } from '#contract/addresses.ts'
import { putBusinessDetails } from '#contract/business-details.ts'
import { addSftpKey, createSftpPassword, getSftpAccess } from '#contract/sftp-access.ts'
import { change } from '../../context.ts'
import { addressForTests } from '../../testing/addresses.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { createCustomer } from '../customers/index.ts'
import { startSftpServer } from './connection/sftp-server.ts'
import { connectSftp, createKeyPair } from './sftp-access.testing.ts'

const DETAILS = {
  registrationNumber: '09876543',
  vatNumber: 'GB980780684',
  contactFirstName: 'Mira',
  contactLastName: 'Lindholm',
  invoiceEmail: 'accounts@lindholm.example',
  phoneNumber: '0117 496 0123',
}

const server = closeAfterAll(await testServer({ config: { sftp: { port: 0 }, rateLimits: false } }))
const sftpServer = closeAfterAll(await startSftpServer(server.ctx))

async function setCompanyName(business: Client, companyName: string): Promise<void> {
  const { id: invoiceAddressId } = await business.call(createAddress, {
    body: addressForTests({ companyName }),
  })
  await business.call(putBusinessDetails, { body: { ...DETAILS, companyName, invoiceAddressId } })
}
async function createBusiness(companyName: string): Promise<Client> {
  const business = await server.customer({ business: true })
  await setCompanyName(business, companyName)
  return business
}
const readUserName = async (business: Client) => (await business.call(getSftpAccess)).access!.userName
async function signIn(userName: string, password: string): Promise<string[]> {
  const session = await connectSftp(sftpServer.port, userName, password)
  const names = await session.list('/')
  await session.close()
  return names
}

describe('NX-348 the user name of SFTP', () => {
  test.each([
    ['Harbour Light Studio', 'harbour-light-studio'],
    ['  Müller & Søn – Ärger/Straße GmbH ', 'muller-son-arger-strasse-gmbh'],
    ["L'Œil d’Or", 'loeil-dor'],
    ['3M Łódź 2026', '3m-lodz-2026'],
    ['A very long name of a company that sells photo books', 'a-very-long-name-of-a-company-th'],
    ['Twenty-nine letters and more – & Co', 'twenty-nine-letters-and-more-co'],
    ['Фото Студия K12', 'k12'],
  ])('of %s is %s', async (companyName, userName) => {
    expect(await readUserName(await createBusiness(companyName))).toBe(userName)
    expect(userName).toMatch(/^[a-z0-9-]{3,32}$/)
  })

  test.each(['Фотостудия', '写真館', 'Q', '!!!'])(
    'of %s, of which no name can be made, is the id of the account',
    async companyName => {
      const business = await createBusiness(companyName)
      expect(await readUserName(business)).toBe(business.accountId)
      const { password } = await business.call(createSftpPassword)
      expect(await signIn(business.accountId, password)).toContain('orders')
    },
  )

  test('and the id of the account sign in, with a password and a key', async () => {
    const business = await createBusiness('Lindholm Studio')
    const { password } = await business.call(createSftpPassword)
    const userName = await readUserName(business)
    expect(userName).toBe('lindholm-studio')
    const { publicKey, privateKey } = createKeyPair()
    await business.call(addSftpKey, { body: { name: 'erp01', publicKey } })
    for (const name of [userName, business.accountId]) {
      expect(await signIn(name, password)).toContain('orders')
      const session = await connectSftp(sftpServer.port, name, undefined, { privateKey })
      await session.close()
    }
    await expect(signIn('Lindholm-Studio', password)).rejects.toMatchObject({
      level: 'client-authentication',
    })
  })

  test('is the account until the name of the company is known, and never changes afterwards', async () => {
    const business = await server.customer({ business: true })
    const { password } = await business.call(createSftpPassword)
    expect(await readUserName(business)).toBe(business.accountId)
    await setCompanyName(business, 'First Name')
    expect(await readUserName(business)).toBe('first-name')
    await setCompanyName(business, 'Second Name')
    expect(await readUserName(business)).toBe('first-name')
    for (const name of ['first-name', business.accountId])
      expect(await signIn(name, password)).toContain('orders')
    await expect(signIn('second-name', password)).rejects.toMatchObject({ level: 'client-authentication' })
  })

  test('is unique: businesses of one name get numbers, also at the same moment, and cut names are not longer', async () => {
    const businesses = await Promise.all(Array.from({ length: 4 }, () => createBusiness('Photo & Print')))
    const names = await Promise.all(businesses.map(readUserName))
    expect(names.toSorted()).toEqual(['photo-print', 'photo-print-2', 'photo-print-3', 'photo-print-4'])
    const long = 'The photographers of the old harbour'
    expect(await readUserName(await createBusiness(long))).toBe('the-photographers-of-the-old-har')
    expect(await readUserName(await createBusiness(long))).toBe('the-photographers-of-the-old-h-2')
    const [first, second] = businesses as [Client, Client]
    const { password } = await first.call(createSftpPassword)
    await expect(signIn(await readUserName(second), password)).rejects.toThrow()
  })

  test('is unique for the 25th business of one name, too', async () => {
    const names = new Set<string>()
    for (let count = 0; count < 25; count++) names.add(await readUserName(await createBusiness('Foto')))
    expect(names.size).toBe(25)
    for (const name of names) expect(name).toMatch(/^foto(-\d+)?$/)
  })

  test('is never the id of another account, which signs in by it', async () => {
    // An external provider has its own ids.
    const external = { id: 'photo-shop', email: 'shop@shop.example', brandId: 'keepsake-gb', locale: 'en-GB' }
    const registeredAt = server.clock.now()
    await change(server.ctx, tx => createCustomer(tx, { ...external, registeredAt, business: true }))
    expect(await readUserName(await createBusiness('Photo Shop'))).toBe('photo-shop-2')
  })
})
