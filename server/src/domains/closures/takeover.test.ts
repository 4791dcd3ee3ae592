import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getDeletionPreview } from '#contract/closures.ts'
import { getOrders } from '#contract/orders.ts'
import { getPhotos } from '#contract/photos.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { domains } from '../../app.ts'
import { findRow } from '../../platform/db/rows.ts'
import { readAccountRows } from '../../testing/account-rows.ts'
import { Client } from '../../testing/client.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { orderForTests, productForTests } from '../../testing/retailer-orders.ts'
import {
  changeEmail,
  choosePassword,
  closeAccount,
  findMailedLink,
  listLinks,
  listMails,
  listSubjects,
  openBrowser,
  signInAgain,
  submitLink,
} from '../identity/testing/mail-links.ts'
import { eraseDueClosures } from './due-closures.ts'

const DAY = 86_400_000
const SHOP = { name: 'shop', token: 's'.repeat(40) }

const runs = (server: TestServer) => eraseDueClosures(server.ctx, domains, new AbortController().signal)
const findCustomer = (server: TestServer, accountId: string) =>
  findRow(server.ctx.db, 'customers', { account_id: accountId }, ['email', 'deleted_at'])

describe.each([0, 30, 60])(
  'a thief changes the address and closes the account, with a grace period of %i days',
  graceDays => {
    let server: TestServer
    beforeAll(async () => {
      server = await testServer({ config: { closureGraceDays: graceDays, serviceTokens: [SHOP] } })
    })
    afterAll(() => server.close())

    test('NX-324 NX-326 the old address is told of each step; 29 days later its link restores photos, orders and address exactly', async () => {
      const owner = await server.customer()
      await owner.upload('one.jpg', await jpeg())
      await server.idle()
      await new Client(server.origin, '', '', SHOP.token).call(putOrder, {
        params: { code: `K-${graceDays}` },
        body: orderForTests(owner.accountId, server.clock.now(), {
          products: [productForTests(`P-${graceDays}`)],
        }),
      })
      const readContent = async () => {
        const { photos, orders, order_products } = await readAccountRows(server.ctx, owner.accountId)
        return { photos, orders, order_products }
      }
      const before = await readContent()
      expect(Object.values(before).map(rows => rows?.length)).toEqual([1, 1, 1])
      const thief = await changeEmail(server, owner, `thief-of-${owner.email}`)
      const expectedDays = Math.max(30, graceDays)
      expect((await thief.call(getDeletionPreview)).graceDays).toBe(expectedDays)
      const { deletionDate } = await closeAccount(server, thief)
      expect(Date.parse(deletionDate) - server.clock.now().getTime()).toBe(expectedDays * DAY)
      expect(await listSubjects(server, owner.email)).toEqual([
        'Your account is closed',
        'Somebody asked to delete your account',
        'Your email address was changed',
        'Your email address is about to change',
      ])
      server.clock.advance(29 * DAY)
      await runs(server)
      const [closed, , changed] = await listMails(server, owner.email)
      const revert = listLinks(changed!)[0]!
      expect((await openBrowser(server).get(revert.pathname)).statusCode).toBe(200)
      // 'Keep my account' in the mail to the old address brings the address back, too.
      const keep = listLinks(closed!)[0]!
      expect(keep.pathname).toMatch(/^\/identity\/revert-email\//)
      expect((await submitLink(server, keep)).statusCode).toBe(200)
      expect(await findCustomer(server, owner.accountId)).toEqual({ email: owner.email, deleted_at: null })
      expect((await openBrowser(server).get(revert.pathname)).statusCode).toBe(410)
      const restored = await choosePassword(server, owner, 'chosen after the theft')
      expect((await restored.call(getPhotos)).images).toHaveLength(1)
      expect((await restored.call(getOrders)).superOrders).toHaveLength(1)
      server.clock.advance(60 * DAY)
      await runs(server)
      expect(await readContent()).toEqual(before)
    })

    test('NX-325 the link of the change works until the erasure, and not longer', async () => {
      const owner = await server.customer()
      const thief = await changeEmail(server, owner, `thief-of-${owner.email}`)
      const link = await findMailedLink(server, owner.email, '/identity/revert-email/')
      server.clock.advance(20 * DAY)
      const { deletionDate } = await closeAccount(server, await signInAgain(server, thief))
      const end = Date.parse(deletionDate)
      expect(end - server.clock.now().getTime()).toBe(Math.max(10, graceDays) * DAY)
      server.clock.set(new Date(end - 60_000))
      await runs(server)
      expect((await openBrowser(server).get(link.pathname)).statusCode).toBe(200)
      server.clock.advance(60_000)
      expect((await openBrowser(server).get(link.pathname)).statusCode).toBe(410)
      await runs(server)
      expect(await findCustomer(server, owner.accountId)).toBeUndefined()
    })

    test('NX-326 without a change of the address the grace period counts', async () => {
      const owner = await server.customer()
      const { deletionDate } = await closeAccount(server, owner)
      expect(Date.parse(deletionDate) - server.clock.now().getTime()).toBe(graceDays * DAY)
    })
  },
)

test('NX-324 RV-827 the mail that asks to confirm the deletion has a link that ends everything, and no advice without one', async () => {
  const server = await testServer()
  const owner = await server.customer()
  await owner.upload('one.jpg', await jpeg())
  await server.idle()
  const { keepToken } = await closeAccount(server, owner)
  expect(keepToken).not.toBeNull()
  const [closed, asked] = await listMails(server, owner.email)
  for (const mail of [closed!, asked!])
    expect(listLinks(mail).filter(({ pathname }) => pathname.startsWith('/identity/not-me/'))).toHaveLength(1)
  expect(asked!.text).toContain('end everything with the other link')
  expect(asked!.text).not.toMatch(/choose a new password/i)
  expect((await submitLink(server, listLinks(asked!)[1]!)).statusCode).toBe(200)
  const session = await choosePassword(server, owner, 'chosen after the theft')
  expect((await session.call(getPhotos)).images).toHaveLength(1)
  await server.close()
})
