import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, DEMO_SIGN_INS, seedDemoCustomers } from '#sandbox/demo/customers.ts'
import { change } from '#server/context.ts'
import { updateRows } from '../../platform/db/rows.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { Browser } from '../identity/testing/browser.ts'
import { getMe, signInAs } from '../identity/testing/sign-in-flow.ts'
import { startTestApp } from '../identity/testing/test-app.ts'
import { createCustomer, findCustomerByEmail } from './index.ts'

const app = closeAfterAll(await startTestApp())

describe('demo customers', () => {
  it('OP-44 are consumers and businesses, can sign in and registered some time ago', async () => {
    const seen = []
    for (const email of DEMO_SIGN_INS) {
      const browser = new Browser(app.http)
      const { accessToken } = await signInAs(browser, email, DEMO_PASSWORD)
      const me = (await getMe(browser, accessToken)).json()
      expect(Date.parse(me.registrationDate)).toBeLessThan(app.clock.now().getTime() - 30 * 86_400_000)
      seen.push([me.email, me.status])
    }
    expect(seen).toEqual([
      ['demo@keepsake.test', null],
      ['friend@keepsake.test', null],
      ['studio@keepsake.test', 'Active'],
      ['classic@keepsake.test', null],
      ['pending@keepsake.test', 'Default'],
    ])
  })

  it('are created once', async () => {
    const before = await app.ctx.db.selectFrom('customers').selectAll().orderBy('account_id').execute()
    app.clock.advance(86_400_000)
    await seedDemoCustomers(app.ctx)
    expect(await app.ctx.db.selectFrom('customers').selectAll().orderBy('account_id').execute()).toEqual(
      before,
    )
  })
})

describe('customers', () => {
  const register = (email: string) =>
    change(app.ctx, tx =>
      createCustomer(tx, { email, brandId: 'keepsake-gb', locale: 'en-GB', registeredAt: app.clock.now() }),
    )

  it('have a unique e-mail address, in any spelling, until they are deleted', async () => {
    const first = await register('Some.Body@Keepsake.test')
    expect(first).not.toBeNull()
    expect(await register('some.body@keepsake.test ')).toBeNull()
    expect(
      (await findCustomerByEmail(app.ctx.db, { vendor: 'keepsake', email: ' SOME.BODY@keepsake.test' }))
        ?.account_id,
    ).toBe(first)
    await updateRows(app.ctx.db, 'customers', { account_id: first! }, { deleted_at: app.clock.now() })
    expect(
      await findCustomerByEmail(app.ctx.db, { vendor: 'keepsake', email: 'some.body@keepsake.test' }),
    ).toBeUndefined()
    expect(await register('some.body@keepsake.test')).not.toBe(first)
  })

  it('OP-01 AA-109 a customer with a delayed deletion date is not deleted', async () => {
    const browser = new Browser(app.http)
    const { accessToken, claims } = await signInAs(browser, DEMO_SIGN_INS[1], DEMO_PASSWORD)
    const delay = (until: Date | null) =>
      updateRows(app.ctx.db, 'customers', { account_id: claims.sub }, { delayed_deletion_at: until })
    await delay(new Date(app.clock.now().getTime() + 90 * 86_400_000))
    const me = await getMe(browser, accessToken)
    expect([me.statusCode, me.json().accountDeleted]).toEqual([200, false])
    await delay(null)
  })
})
