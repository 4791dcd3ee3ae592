import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { HttpModule } from '../http/route.ts'
import { mountSite } from './mount-site.ts'

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** The built web. Comes last: it takes every GET nobody else has. Without a build the services run alone. */
export const site: HttpModule = {
  name: 'site',
  async mount(app, ctx) {
    if (existsSync(`${DIST}index.html`)) return mountSite(app, DIST)
    ctx.log.warn({ folder: DIST }, 'the web is not built: only the services answer')
  },
}
