import type { Config } from '../platform/config/config.ts'
import { createSmtpMail } from '../platform/mail/smtp-mail.ts'
import { type Check, describeError, fail, ok, warn } from './finding.ts'

/** The mail server, the identity provider, and the balancer in front. */
export const createServiceChecks = (config: Config, resources: AsyncDisposableStack): Check[] => [
  { name: 'mail server', variable: 'SMTP_URL', run: () => checkMailServer(config, resources) },
  ...(config.oidc
    ? [
        {
          name: 'identity provider',
          variable: 'OIDC_ISSUER',
          run: () => checkIssuer(config.oidc!.issuer),
        },
      ]
    : []),
  { name: 'balancer', run: () => checkBalancer(config) },
]

async function checkMailServer({ smtpUrl }: Config, resources: AsyncDisposableStack) {
  if (!smtpUrl) return warn('SMTP_URL is not set: mails go to port 25 of this machine')
  const mail = createSmtpMail(smtpUrl)
  resources.defer(() => mail.close())
  await mail.check()
  return ok('accepts connections and credentials')
}

async function checkIssuer(issuer: string) {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address)
  const document = response.ok ? ((await response.json()) as { issuer?: unknown }) : null
  if (!document) return fail(`${address} answers ${response.status}: check OIDC_ISSUER`)
  return document.issuer === issuer
    ? ok('its discovery document names the issuer')
    : fail(`its issuer is '${document.issuer}': set OIDC_ISSUER to exactly that`)
}

/** Asks through PUBLIC_ORIGIN for a document with the address that the server saw. */
async function checkBalancer({ publicOrigin, trustedProxies, oidc }: Config) {
  if (!publicOrigin) return ok('PUBLIC_ORIGIN is not set: there is none')
  if ('networks' in trustedProxies && trustedProxies.networks.length === 0)
    return warn(
      'TRUSTED_PROXIES is not set: all customers share the address and the limits of the balancer. Name the balancers',
    )
  if (oidc)
    return ok('TRUSTED_PROXIES is set; its headers were not tried, as another provider answers for sign-in')
  const address = `${publicOrigin}/identity/.well-known/openid-configuration`
  try {
    const response = await fetch(address, { redirect: 'manual' })
    const { issuer } = (response.ok ? await response.json() : {}) as { issuer?: string }
    if (!issuer) return warn(`${address} answers ${response.status}: is a web process ready?`)
    return URL.parse(issuer)?.origin === publicOrigin
      ? ok('passes Host on')
      : fail(
          `the server sees ${URL.parse(issuer)?.origin} as its origin: let the balancer pass Host on unchanged`,
        )
  } catch (error) {
    return warn(`${publicOrigin} cannot be reached from here: ${describeError(error)}`)
  }
}
