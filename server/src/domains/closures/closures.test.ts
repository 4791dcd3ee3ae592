import { beforeEach, describe, expect, test } from 'vitest'
import { defaultBrand } from '#brands/index.ts'
import { createAlbum } from '#contract/albums.ts'
import { LOCALES } from '#contract/brands.ts'
import { confirmDeletion, getDeletionPreview, requestDeletion } from '#contract/closures.ts'
import { getCustomer } from '#contract/customers.ts'
import { confirmEmailChange, requestEmailChange } from '#contract/email-changes.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { createExport, getExports } from '#contract/exports.ts'
import { getOrders } from '#contract/orders.ts'
import { getPhotos } from '#contract/photos.ts'
import { deleteCustomer } from '#contract/retailer-calls/customers.ts'
import { getStorageStatus } from '#contract/retention.ts'
import { domains } from '../../app.ts'
import { change } from '../../context.ts'
import { deleteRows, insertRows, listColumns, listRows, updateRows } from '../../platform/db/rows.ts'
import { readAccountRows } from '../../testing/account-rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { startRetailerServer } from '../../testing/retailer-server.ts'
import { closeCustomer } from '../customers/store/closing.ts'
import { createAccount, enqueueMailLink } from '../identity/index.ts'
import { renderLinkEmail } from '../identity/mail-links/link-email.ts'
import {
  CHANNEL,
  closeAccount,
  closeByAttacker,
  findNewestLink,
  listLinks,
  listMails,
  requestDeletionToken,
  signInAgain,
  submitLink,
  toIdentityParams,
} from '../identity/testing/mail-links.ts'
import { invoiceForTests } from '../invoices/invoices.testing.ts'
import { upsertInvoice } from '../invoices/invoices.ts'
import { upsertOrder } from '../orders/orders.ts'
import { upsertProject } from '../projects/index.ts'
import { projectForTests } from '../projects/projects.testing.ts'
import { sendDueMessages } from '../retailer-outbox/retailer-outbox.testing.ts'
import { sendDueReminders } from '../retention/index.ts'
import { runRetention } from '../retention/run/run.ts'
import { eraseDueClosures } from './due-closures.ts'

const DAY = 86_400_000
const never = new AbortController().signal

let customer: Client
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  customer = await server.customer()
})

const toParams = (token: string, of = customer) => ({ params: { ...toIdentityParams(of), token } })
const signIn = () => signInAgain(server, customer)
const publicly = (path: string, method = 'GET') =>
  fetch(new URL(`${SERVICES.account}/closures/${path}`, server.origin), { method })
const run = () => eraseDueClosures(server.ctx, domains, never)
const sendOrder = (code: string, more: object = {}) =>
  upsertOrder(server.ctx, code, orderForTests(customer.accountId, server.clock.now(), more))

describe('AA-051 the request to delete an account', () => {
  test('AA-051 AA-056 mails a link of 24 hours to the caller, in the customer’s language and the brand’s name', async () => {
    const { linkExpires } = await customer.call(requestDeletion, {
      params: toIdentityParams(customer),
      body: { channel: CHANNEL },
    })
    expect(Date.parse(linkExpires) - server.clock.now().getTime()).toBe(DAY)
    const link = await findNewestLink(server, customer.email)
    expect(link.origin + link.pathname).toBe(`${server.origin}/delete-account-confirmation`)
    const [mail] = await listMails(server, customer.email)
    expect([mail!.subject, mail!.from.name]).toEqual([
      'Confirm that you want to delete your account',
      'Keepsake',
    ])
  })

  test('AA-051 another identity is refused with 403, a channel that is missing or unknown with 400', async () => {
    const other = await server.customer()
    const body = { channel: CHANNEL }
    for (const params of [toIdentityParams(other), { ...toIdentityParams(customer), idpType: 'external' }])
      expect((await customer.expectError(requestDeletion, { params, body })).status).toBe(403)
    const params = toIdentityParams(customer)
    for (const wrong of [{}, { channel: '' }, { channel: 'NOWHERE' }, { channel: 'HERZBILD-DE' }]) {
      const answer = await customer.expectError(requestDeletion, { params, body: wrong as never })
      expect([answer.status, Object.keys(answer.body.fields!)]).toEqual([400, ['channel']])
    }
  })

  test('AA-051 a second request within a minute, and the sixth within an hour, answer 429', async () => {
    const request = () =>
      customer.fetch(`${SERVICES.account}/v2/identities/keepsake/${customer.accountId}/deleteaccount`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ channel: CHANNEL }),
      })
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) {
      statuses.push((await request()).status)
      if (i > 0) server.clock.advance(61_000)
    }
    expect(statuses).toEqual([202, 429, 202, 202, 202, 202, 429])
    expect((await request()).headers.get('retry-after')).toMatch(/^\d+$/)
  })
})

describe('AA-052 the confirmation', () => {
  test('AA-052 an unknown or used link answers 404, an expired one 410, one of another user 403', async () => {
    const other = await server.customer()
    const token = await requestDeletionToken(server, customer)
    expect((await customer.expectError(confirmDeletion, toParams('unknown'))).status).toBe(404)
    expect((await other.expectError(confirmDeletion, toParams(token, other))).status).toBe(403)
    expect((await other.expectError(confirmDeletion, toParams(token))).status).toBe(403)
    server.clock.advance(DAY)
    const later = await signIn()
    expect((await later.expectError(confirmDeletion, toParams(token))).status).toBe(410)
    const { keepToken } = await closeAccount(server, later)
    await publicly(`${keepToken}/actions/keep`, 'POST')
    const again = await signIn()
    const used = listLinks((await listMails(server, customer.email))[1]!)[0]!
    const usedToken = used.searchParams.get('confirmation-token')!
    expect((await again.expectError(confirmDeletion, toParams(usedToken))).status).toBe(404)
  })

  test('AA-052 OP-60 acceptance 19: ten openings by GET and HEAD, signed in or not, leave the link usable; it closes the account once', async () => {
    const token = await requestDeletionToken(server, customer)
    const link = await findNewestLink(server, customer.email)
    const path = `${SERVICES.account}/v2/identities/keepsake/${customer.accountId}/deleteaccount/${token}/actions/confirm`
    for (let i = 0; i < 10; i++)
      for (const method of ['GET', 'HEAD']) {
        await fetch(link, { method })
        expect((await fetch(new URL(path, server.origin), { method })).ok).toBe(false)
        expect((await customer.fetch(path, { method })).ok).toBe(false)
      }
    expect((await fetch(new URL(path, server.origin), { method: 'POST' })).status).toBe(401)
    await customer.call(getCustomer)
    const answers = await Promise.allSettled(
      [1, 2].map(() => customer.call(confirmDeletion, toParams(token))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await customer.expectError(getCustomer)).status).toBe(404)
    expect(await listMails(server, customer.email)).toHaveLength(2)
  })

  test('AA-052 closes the account: its customer answers 404, other calls 401, signing in and new passwords are over', async () => {
    const second = await signIn()
    await closeAccount(server, customer)
    for (const session of [customer, second]) {
      expect((await session.expectError(getCustomer)).status).toBe(404)
      expect((await session.expectError(getPhotos)).status).toBe(401)
    }
    await expect(signIn()).rejects.toThrow('401')
  })

  test('AA-052 a running export ends, and a mailed link for a new password is used up', async () => {
    const paused = await testServer({ work: false })
    const owner = await paused.customer()
    await owner.upload('one.jpg', await jpeg())
    await owner.call(createExport, { body: { channel: CHANNEL } })
    const { accountId, email } = owner
    const payload = { email, brandId: 'keepsake-gb', locale: 'en-GB' }
    const token = await change(paused.ctx, tx =>
      enqueueMailLink(paused.ctx, tx, { accountId, purpose: 'delete-account', payload, seconds: 60 }),
    )
    await change(paused.ctx, tx =>
      enqueueMailLink(paused.ctx, tx, { accountId, purpose: 'new-password', payload, seconds: 60 }),
    )
    expect((await owner.call(getExports)).items.map(({ status }) => status)).toEqual(['REQUESTED'])
    await owner.call(confirmDeletion, toParams(token, owner))
    const { db } = paused.ctx
    const states = await listColumns(db, 'exports', { account_id: accountId }, ['state'])
    expect(states).toEqual([{ state: 'failed' }])
    const open = await listColumns(db, 'mail_tokens', { used_at: null }, ['purpose'], 'purpose')
    expect(open).toEqual([{ purpose: 'keep-account' }, { purpose: 'not-me' }, { purpose: 'not-me' }])
    await paused.close()
  })
})

describe('AA-056 the mails of closing', () => {
  const to = { email: 'anna@example.com', brandId: 'keepsake-gb', locale: 'en-GB' }
  const config = { publicOrigin: 'https://my.keepsake.example', port: 4000, closureGraceDays: 30 }
  const createdAt = new Date('2026-11-22T10:00:00Z')
  const link = { token: 't0ken', createdAt, expiresAt: new Date('2026-12-22T10:00:00Z') }

  test.each(LOCALES)('AA-056 OP-63 are complete in %s, with their link in HTML and text', locale => {
    for (const [purpose, path] of [
      ['delete-account', '/delete-account-confirmation?confirmation-token=t0ken'],
      ['keep-account', '/account-deleted?keep-token=t0ken'],
    ] as const) {
      const mail = renderLinkEmail(config, purpose, { ...to, locale }, link)
      const address = config.publicOrigin + path
      expect([mail.text.includes(address), mail.html.includes(address)]).toEqual([true, true])
      expect(mail.html).toContain(`lang="${locale}"`)
      expect(mail.subject + mail.text).not.toMatch(/[{}]|undefined/)
    }
  })

  test.each([
    [30, 'For 30 days after that you can still change your mind.'],
    [0, 'After that it can’t be restored.'],
  ])(
    'RV-851 the one that asks to confirm says what can be done for %i days',
    (closureGraceDays, sentence) => {
      const { text } = renderLinkEmail({ ...config, closureGraceDays }, 'delete-account', to, link)
      expect(text.replaceAll(/\s+/g, ' ')).toContain(sentence)
    },
  )
})

describe('AA-041 the preview', () => {
  test('AA-041 counts the photos of a legacy library that are not imported', async () => {
    const customer = await server.customer()
    const row = { account_id: customer.accountId, source: customer.accountId, registered_at: new Date() }
    const values = { ...row, photos: 60, added: 10, already_there: 5 }
    await insertRows(server.ctx.db, 'activations', { ...values, state: 'not-active' })
    const update = (columns: { state?: 'importing' | 'active'; photos?: number | null }) =>
      updateRows(server.ctx.db, 'activations', { account_id: customer.accountId }, columns)
    expect(await customer.call(getDeletionPreview)).toMatchObject({ photos: 0, archivePhotos: 45 })
    await update({ state: 'importing' })
    expect(await customer.call(getDeletionPreview)).toMatchObject({ photos: 0, archivePhotos: 45 })
    await update({ photos: null })
    expect(await customer.call(getDeletionPreview)).toMatchObject({ archivePhotos: null })
    await update({ state: 'active', photos: 60 })
    expect(await customer.call(getDeletionPreview)).not.toHaveProperty('archivePhotos')
  })

  test('AA-041 OP-59 RV-1065 counts what is deleted and what stays, and names the orders of which something is to come', async () => {
    await customer.upload('one.jpg', await jpeg())
    await customer.call(createAlbum, { body: { name: 'Summer' } })
    const now = server.clock.now().toISOString()
    const place = (n: number, more: object) => sendOrder(`K-${customer.accountId.slice(0, 8)}-${n}`, more)
    await place(1, { status: 'Dispatched' })
    await place(2, { status: 'ProductionStarted' })
    await place(3, {
      status: 'paymentPending',
      paymentExpiresAt: '2030-01-01T12:00:00Z',
    })
    await place(4, { status: 'Cancelled' })
    await place(5, {
      status: 'paymentFailed',
      paymentUrl: 'https://pay.keepsake.test/1',
    })
    await place(6, {
      status: 'on_hold',
      notice: {
        kind: 'hold',
        reason: 'photo-quality',
        since: now,
        action: { label: 'Answer', url: new URL('/answer', defaultBrand.addresses.shop).href },
      },
    })
    await place(7, {
      status: 'Dispatched',
      parcels: [{ number: '1', carrier: 'Postline', shippedAt: now, deliveredAt: now, productCodes: [] }],
    })
    const number = customer.accountId.slice(0, 8)
    await upsertInvoice(server.ctx, number, invoiceForTests(customer.accountId))
    const project = projectForTests(server.clock.now())
    await upsertProject(server.ctx, `project-${number}`, customer.accountId, project)
    const preview = await customer.call(getDeletionPreview)
    const counts = { photos: 1, albums: 1, projects: 1, widgets: 0, orders: 7, invoices: 1 }
    expect(preview).toMatchObject({ graceDays: 30, ...counts })
    expect(preview).not.toHaveProperty('archivePhotos')
    expect(preview.bytes).toBeGreaterThan(100)
    expect(
      preview.openOrders.map(({ code, status, matter }) => [code.slice(-1), status, matter]).toSorted(),
    ).toEqual([
      ['1', 'Dispatched', 'parcel'],
      ['2', 'ProductionStarted', 'order'],
      ['3', 'paymentPending', 'payment'],
      ['5', 'paymentFailed', 'payment'],
      ['6', 'on_hold', 'answer'],
    ])
    expect(preview.openOrders.find(({ status }) => status === 'paymentPending')?.paymentExpiresAt).toBe(
      '2030-01-01T12:00:00Z',
    )
  })
})

describe('OP-59 reopening the account', () => {
  test('OP-59 restores all data exactly, also after scanners fetched the link and on the last day', async () => {
    for (const name of ['one.jpg', 'two.jpg']) await customer.upload(name, await jpeg())
    await customer.call(createAlbum, { body: { name: 'Summer' } })
    await sendOrder(`K-${customer.accountId.slice(0, 8)}`)
    await server.idle()
    const token = await requestDeletionToken(server, customer)
    const before = await accountState()
    const { deletionDate } = await customer.call(confirmDeletion, toParams(token))
    const link = await findNewestLink(server, customer.email)
    expect(link.pathname).toBe('/account-deleted')
    const keepToken = link.searchParams.get('keep-token')!
    for (let i = 0; i < 10; i++) {
      await publicly(keepToken)
      await publicly(keepToken, 'HEAD')
      await publicly(`${keepToken}/actions/keep`)
    }
    server.clock.set(new Date(Date.parse(deletionDate) - 1))
    await run()
    expect(await (await publicly(keepToken)).json()).toMatchObject({
      state: 'closed',
      openOrders: [`K-${customer.accountId.slice(0, 8)}`],
    })
    expect((await publicly(`${keepToken}/actions/keep`, 'POST')).status).toBe(204)
    expect((await publicly(`${keepToken}/actions/keep`, 'POST')).status).toBe(204)
    expect(await (await publicly(keepToken)).json()).toMatchObject({ state: 'reopened' })
    expect(await accountState()).toEqual(before)
    const again = await signIn()
    expect((await again.call(getPhotos)).images).toHaveLength(2)
    await run()
    server.clock.advance(2 * 60_000)
    await run()
    expect((await (await signIn()).call(getPhotos)).images).toHaveLength(2)
  })

  /** Rows of the account in every table but those of sessions, devices, links, events and closures. */
  async function accountState() {
    const {
      oidc_records: _,
      mail_tokens: _tokens,
      sent_mails: _mails,
      closures: _closures,
      devices: _devices,
      journal: _entries,
      ...rows
    } = await readAccountRows(server.ctx, customer.accountId)
    return rows
  }

  test('OP-59 an address that was taken meanwhile answers 409; once it is free again the link works', async () => {
    const { keepToken } = await closeAccount(server, customer)
    const other = await change(server.ctx, tx =>
      createAccount(tx, {
        email: customer.email,
        brandId: 'keepsake-gb',
        locale: 'en-GB',
        registeredAt: server.clock.now(),
      }),
    )
    expect((await publicly(`${keepToken}/actions/keep`, 'POST')).status).toBe(409)
    await change(server.ctx, tx => closeCustomer(tx, other!, server.clock.now()))
    expect((await publicly(`${keepToken}/actions/keep`, 'POST')).status).toBe(204)
  })

  test('OP-59 RV-718 of an account that is reopened and another that confirms its address concurrently one gets the address', async () => {
    const other = await server.customer()
    const { keepToken } = await closeAccount(server, customer)
    const params = toIdentityParams(other)
    const body = { email: customer.email, channel: CHANNEL }
    await other.call(requestEmailChange, { params, body })
    const token = (await findNewestLink(server, customer.email)).searchParams.get('confirmation-token')!
    const answers = await Promise.all([
      other.send(confirmEmailChange, { params: { ...params, token } }),
      publicly(`${keepToken}/actions/keep`, 'POST'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    const owner = answers[0].ok ? other : customer
    const signedIn = await signInAgain(server, owner, customer.email)
    expect((await signedIn.call(getCustomer)).id).toBe(owner.accountId)
  })

  test('OP-59 after the grace period the link answers that the account was deleted; an unknown link answers 404', async () => {
    const { keepToken, deletionDate } = await closeAccount(server, customer)
    const closed = { state: 'closed', openOrders: [] }
    expect(await (await publicly(keepToken!)).json()).toMatchObject(closed)
    expect((await publicly('unknown')).status).toBe(404)
    expect((await publicly('unknown/actions/keep', 'POST')).status).toBe(404)
    server.clock.set(new Date(deletionDate))
    for (const when of ['due', 'erased']) {
      expect([when, await (await publicly(keepToken!)).json()]).toMatchObject([when, { state: 'deleted' }])
      expect((await publicly(`${keepToken}/actions/keep`, 'POST')).status).toBe(410)
      await run()
    }
    expect(await listRows(server.ctx.db, 'customers', { account_id: customer.accountId })).toEqual([])
  })
})

describe('AA-054 ‘This wasn’t me’ after an attacker has changed the address and closed the account', () => {
  const customerRow = () =>
    server.ctx.db
      .selectFrom('customers')
      .select(['email', 'deleted_at'])
      .where('account_id', '=', customer.accountId)
      .executeTakeFirstOrThrow()

  test('AA-054 OP-59 an address taken meanwhile answers 409 and the account stays closed; one being erased answers 410', async () => {
    const { link, email } = await closeByAttacker(server, customer)
    const [brandId, locale, registeredAt] = ['keepsake-gb', 'en-GB', server.clock.now()]
    const other = await change(server.ctx, tx =>
      createAccount(tx, { email: customer.email, brandId, locale, registeredAt }),
    )
    expect((await submitLink(server, link)).statusCode).toBe(409)
    expect(await customerRow()).toMatchObject({ email, deleted_at: expect.any(Date) })
    await deleteRows(server.ctx.db, 'customers', { account_id: other! })
    await updateRows(
      server.ctx.db,
      'customers',
      { account_id: customer.accountId },
      { erasing_at: server.clock.now() },
    )
    expect((await submitLink(server, link)).statusCode).toBe(410)
  })
})

describe('OP-59 orders and retention of a closed account', () => {
  test('OP-59 an order that arrives in the grace period is stored and does not reopen the account', async () => {
    const { keepToken, deletionDate } = await closeAccount(server, customer)
    const code = `K-${customer.accountId.slice(0, 8)}`
    expect(await sendOrder(code, { total: { amount: 1250, currency: 'GBP' } })).toMatchObject({
      stored: true,
    })
    expect(await (await publicly(keepToken!)).json()).toMatchObject({ state: 'closed', openOrders: [code] })
    await expect(signIn()).rejects.toThrow('401')
    server.clock.set(new Date(deletionDate))
    await run()
    await expect(sendOrder(code, { version: 2 })).rejects.toMatchObject({ code: 'not-found' })
    const records = await listRows(server.ctx.db, 'order_records', { code })
    expect(records).toMatchObject([{ code, amount: '1250', currency: 'GBP' }])
  })

  test('OP-59 is read after reopening', async () => {
    const { keepToken } = await closeAccount(server, customer)
    const code = `K-${customer.accountId.slice(0, 8)}`
    await sendOrder(code)
    await publicly(`${keepToken}/actions/keep`, 'POST')
    const again = await signIn()
    expect((await again.call(getOrders)).superOrders.map(order => order.superOrderCode)).toEqual([code])
    expect((await again.call(getStorageStatus)).lastOrderDate).not.toBeNull()
  })

  test('OP-59 OP-01 a closed account gets no reminder, and its library does not expire', async () => {
    await customer.upload('one.jpg', await jpeg())
    await updateRows(
      server.ctx.db,
      'customers',
      { account_id: customer.accountId },
      { registered_at: new Date(server.clock.now().getTime() - 20 * 31 * DAY) },
    )
    await closeAccount(server, customer)
    const before = await listMails(server, customer.email)
    await runRetention(server.ctx, never)
    await sendDueReminders(server.ctx, never)
    expect(await listMails(server, customer.email)).toEqual(before)
    const { retention_notices, retention_departures, retention_journal } = await readAccountRows(
      server.ctx,
      customer.accountId,
    )
    expect([retention_notices, retention_departures, retention_journal]).toEqual([[], [], []])
  })
})

describe('OP-59 the retailer', () => {
  test('OP-59 is notified once the account is erased, and again until it answers', async () => {
    const retailer = await startRetailerServer()
    let status = 503
    retailer.on(deleteCustomer, () => ({ status }))
    const told = await testServer({ config: { retailer: retailer.settings, closureGraceDays: 0 } })
    const owner = await told.customer()
    await closeAccount(told, owner)
    await expect.poll(() => retailer.received.length).toBeGreaterThan(0)
    await told.idle()
    status = 204
    told.clock.advance(10_000)
    await sendDueMessages(told.ctx)
    expect(retailer.received).toHaveLength(2)
    told.clock.advance(60_000)
    await sendDueMessages(told.ctx)
    expect(retailer.received).toHaveLength(2)
    expect(new Set(retailer.received.map(({ params }) => params.accountId))).toEqual(
      new Set([owner.accountId]),
    )
    await told.close()
    await retailer.close()
  })
})

describe('CLOSURE_GRACE_DAYS=0', () => {
  test('AA-052 the account is erased at once and cannot be reopened', async () => {
    const strict = await testServer({ config: { closureGraceDays: 0 } })
    const owner = await strict.customer()
    await owner.upload('one.jpg', await jpeg())
    const { keepToken } = await closeAccount(strict, owner)
    expect(keepToken).toBeNull()
    await strict.idle()
    expect((await owner.expectError(getCustomer)).status).toBe(404)
    const rows = await readAccountRows(strict.ctx, owner.accountId)
    expect(Object.keys(rows).filter(table => rows[table]!.length > 0)).toEqual(['retention_journal'])
    await strict.close()
  })
})
