import { describe, expect, test } from 'vitest'
import { normalizeEmail } from './email-address.ts'
import { checkInput } from './field-issues.ts'
import { phoneNumber } from './phone-number.ts'
import { recipientEmail } from './recipient-email.ts'

const check = (value: string) => checkInput(phoneNumber, value, 'phone')

describe('RV-1089 phone numbers', () => {
  test.each([
    '0117 496 0123',
    '(020) 7946 0123',
    '+44 (0)117 496 0123',
    '(+44) 117 4960123',
    '+49 30 901820',
    '030/901820',
    '030 / 90 18 20',
    '0049-30-901820',
    '(030) 90 18-20',
    '06.12.34.56.78',
    '+33 (0)6 12 34 56 78',
    '+31(0)20-1234567',
    '020-123 45 67',
    '+39 06.12345678',
    '91 123 45 67',
    '+351 21 123 45 67',
    '12 34 56 78',
    '08-123 456 78',
    '+47 22 12 34 56',
    '123456',
    '123456789012345',
  ])('%s is accepted and kept as typed', value => {
    expect(check(value)).toEqual({ data: value })
  })

  test.each([
    ['\u202a+44 7700 900142\u202c', '+44 7700 900142'],
    ['06\u00a012\u00a0 34 56 78', '06 12 34 56 78'],
    ['030\u2013901\u2212820', '030-901-820'],
  ])('%j is %s', (value, kept) => {
    expect(check(value)).toEqual({ data: kept })
  })

  test.each([
    '12345',
    '1234567890123456',
    '0117 496 0123 ext. 4',
    '0117+4960123',
    '030_901820',
    '(((',
    'call me',
    '030;901820',
  ])('%s is refused', value => expect(check(value).issues).toEqual({ phone: 'not-valid' }))
})

describe('RV-1090 e-mail addresses', () => {
  test.each(['anna\u200b@keepsake.test', '\ufeffanna@keepsake.test ', 'an\u00adna@keep\u2060sake.test'])(
    'invisible characters of %j are dropped',
    value => {
      expect(checkInput(recipientEmail, value, 'email')).toEqual({ data: 'anna@keepsake.test' })
      expect(normalizeEmail(value.toUpperCase())).toBe('anna@keepsake.test')
    },
  )

  test.each(['\u200b', 'anna @keepsake.test', 'anna'])('%j is none', value =>
    expect(checkInput(recipientEmail, value, 'email').issues).toEqual({
      email: value === '\u200b' ? 'empty' : 'not-valid',
    }),
  )
})
