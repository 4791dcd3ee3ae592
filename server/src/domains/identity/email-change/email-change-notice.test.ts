import { describe, expect, test } from 'vitest'
import { getCustomer } from '#contract/customers.ts'
import { confirmEmailChange, getEmailChange } from '#contract/email-changes.ts'
import { getSecurityEvents } from '#contract/security.ts'
import { testServer } from '#server/testing/harness.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import {
  changeEmail,
  findMailedLink,
  listLinks,
  listMails,
  listSubjects,
  openBrowser,
  requestEmail,
  submitLink,
  toIdentityParams,
} from '../testing/mail-links.ts'

const DAY = 86_400_000
const server = closeAfterAll(await testServer())

describe('NX-323 a requested change of the e-mail address', () => {
  test('NX-323 is told to the present address before anything changes, with a link to stop it and one to end everything', async () => {
    const customer = await server.customer()
    const email = `new-${customer.email}`
    await requestEmail(server, customer, email)
    const [mail, ...others] = await listMails(server, customer.email)
    expect([mail!.subject, others]).toEqual(['Your email address is about to change', []])
    expect(mail!.text).not.toContain(email)
    expect(mail!.text).toContain('We’ll write here: until ')
    expect(listLinks(mail!).map(({ pathname }) => pathname.split('/').slice(0, 3).join('/'))).toEqual(
      expect.arrayContaining(['/identity/stop-email-change', '/identity/not-me']),
    )
    expect((await customer.call(getCustomer)).email).toBe(customer.email)
  })

  test('NX-323 its link stops the change after scanners opened it; the session stays, and a repetition says that none is waiting', async () => {
    const customer = await server.customer()
    const email = `new-${customer.email}`
    const confirmation = await requestEmail(server, customer, email)
    const link = await findMailedLink(server, customer.email, '/identity/stop-email-change/')
    for (let i = 0; i < 3; i++) expect((await openBrowser(server).get(link.pathname)).statusCode).toBe(200)
    const params = toIdentityParams(customer)
    expect((await customer.call(getEmailChange, { params })).pending?.email).toBe(email)
    const done = await submitLink(server, link)
    expect([done.statusCode, done.body.includes('Your email address stays as it is')]).toEqual([200, true])
    expect((await customer.call(getEmailChange, { params })).pending).toBeNull()
    const refused = await customer.expectError(confirmEmailChange, { params: confirmation })
    expect(refused.status).toBe(404)
    const again = await openBrowser(server).get(link.pathname)
    expect([again.statusCode, again.body.includes('No change is waiting any more')]).toEqual([410, true])
  })

  test('NX-323 NX-324 a link to stop a change that was made stops nothing; later requests are told to the address before, too, which the events name', async () => {
    const customer = await server.customer()
    const moved = await changeEmail(server, customer, `new-${customer.email}`)
    const { events } = await moved.call(getSecurityEvents, { query: { limit: 10 } })
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'email.changed', detail: { formerEmail: customer.email } }),
    )
    const link = await findMailedLink(server, customer.email, '/identity/stop-email-change/')
    expect((await openBrowser(server).get(link.pathname)).statusCode).toBe(410)
    await requestEmail(server, moved, `newer-${customer.email}`)
    for (const address of [customer.email, moved.email])
      expect((await listSubjects(server, address))[0]).toBe('Your email address is about to change')
    const stop = await findMailedLink(server, customer.email, '/identity/stop-email-change/')
    expect((await submitLink(server, stop)).statusCode).toBe(200)
    expect((await moved.call(getEmailChange, { params: toIdentityParams(moved) })).pending).toBeNull()
  })

  test('NX-325 the link that brings the address back works for 30 days, also after two further changes', async () => {
    const customer = await server.customer()
    let moved = await changeEmail(server, customer, `b-${customer.email}`)
    const link = await findMailedLink(server, customer.email, '/identity/revert-email/')
    for (const letter of ['c', 'd']) moved = await changeEmail(server, moved, `${letter}-${customer.email}`)
    server.clock.advance(30 * DAY - 60_000)
    const done = await submitLink(server, link)
    expect([done.statusCode, done.body.includes('Your email address is back')]).toEqual([200, true])
    expect((await listSubjects(server, customer.email))[0]).toBe(
      'Your account is locked. Choose a new password',
    )
  })
})
