import { expect, test } from 'vitest'
import { textsForTests } from '../i18n/texts.testing.ts'
import { applyCustomerZone } from './customer-zone.ts'
import { createSessionManager } from './session.ts'

const claims = { sub: 'a', email: 'a@keepsake.test', idpType: 'local', idpSub: 'a', amr: [] }

test('RV-1204 days are those of the customer’s brand once there is a session, those of the host before and without a brand', () => {
  const texts = { ...textsForTests('de-DE', { timeZone: 'Europe/Berlin' }) }
  const session = createSessionManager({
    refresh: async () => null,
    end: async () => '',
    runExclusive: work => work(),
    broadcast: async () => {},
    now: () => 0,
    schedule: () => () => {},
  })
  applyCustomerZone(texts, session)
  expect(texts.timeZone).toBe('Europe/Berlin')
  session.setSession({ accessToken: 't', expiresIn: 600, claims })
  expect(texts.timeZone).toBe('Europe/Berlin')
  session.setSession({ accessToken: 't', expiresIn: 600, claims, timeZone: 'Europe/London' })
  expect(texts.timeZone).toBe('Europe/London')
  const later = { ...texts, timeZone: 'Europe/Berlin' }
  applyCustomerZone(later, session)
  expect(later.timeZone).toBe('Europe/London')
})
