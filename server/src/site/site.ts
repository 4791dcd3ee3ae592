import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HttpModule } from '../http/route.ts'
import { mountSite } from './mount-site.ts'
import { getSignInRedirect } from './sign-in-redirect.ts'

/** The built web of the checkout. */
export const BUILT_WEB = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** The built web app. Must be mounted last: it handles every other GET. Without a build only the API is served. */
export const site: HttpModule = {
  name: 'site',
  async mount(app, ctx) {
    const folder = ctx.config.webDir ?? BUILT_WEB
    if (existsSync(join(folder, 'index.html'))) return mountSite(app, folder, getSignInRedirect)
    ctx.log.warn({ folder }, 'the web is not built: only the services answer')
  },
}
