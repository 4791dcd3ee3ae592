import { brands, findHostRedirect } from '#brands/index.ts'
import type { Context } from '#server/context.ts'
import { DEMO_PASSWORD, type DemoEmail } from './customers.ts'

/** Renders the text that `npm start` prints: addresses, sign-ins and their contents, and data directory. */
export function renderAnnouncement(
  ctx: Context,
  origin: string,
  { hasLibrary }: { hasLibrary: boolean },
): string {
  const { printsEditor, dataDir } = ctx.config
  const shop = printsEditor ? `  Prints:   ${new URL(printsEditor).origin}\n` : ''
  const { port } = new URL(origin)
  // A redirecting brand cannot be seen at its host.
  const visibleBrands = brands.filter(brand => !findHostRedirect(brand.localHost))
  const width = Math.max(...visibleBrands.map(brand => brand.name.length + brand.country.length + 3))
  const hosts = visibleBrands.map(brand => {
    const label = `${brand.name} (${brand.country})`
    return `    ${label.padEnd(width)}  http://${brand.localHost}:${port}`
  })
  return `
  Keepsake is ready:  ${origin}

  Sign in with the password  ${DEMO_PASSWORD}
${renderSignIns(hasLibrary)}
  They are customers of Keepsake. At the hosts of each other vendor, demo and studio are other accounts${hasLibrary ? ', demo with a few photos and orders' : ''}.

  Mailbox:  ${origin}/mailbox
${shop}  Data:     ${dataDir}

  Every brand host:
${hosts.join('\n')}

  Ctrl-C stops it.
`
}

function renderSignIns(hasLibrary: boolean): string {
  const lines: readonly [DemoEmail, what: string, contents?: string][] = [
    ['demo@keepsake.test', 'a consumer', ' with a library, orders, projects and addresses'],
    ['friend@keepsake.test', 'a friend of theirs', ': each shares an album with the other'],
    ['studio@keepsake.test', 'a business customer', ' with 240 orders, invoices and callbacks'],
    ['classic@keepsake.test', 'a consumer', ' whose photos are in the legacy store'],
    ['pending@keepsake.test', 'a business customer with incomplete details'],
  ]
  return lines
    .map(([email, what, contents = '']) => `    ${email.padEnd(21)}  ${what}${hasLibrary ? contents : ''}`)
    .join('\n')
}
