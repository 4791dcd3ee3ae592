import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { newPassword } from './input/password.ts'

/** Creates the schema of the body; the password must not be the account's address. */
export const passwordBody = (rules: { presentEmail?: string }) =>
  z.object({ password: newPassword(rules.presentEmail) })

export const changePassword = endpoint('PUT', 'account', '/password', {
  policy: 'customer',
  summary:
    'Sets a new password without a mail and ends all other browsers and apps (NX-319); 404 where another identity provider has the password, 429 after 5 in an hour',
  body: passwordBody({}),
  errors: ['not-found'],
  stepUp: 'always',
})
