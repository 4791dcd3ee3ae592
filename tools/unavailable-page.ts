import { writeFile } from 'node:fs/promises'
import { renderBalancerPage } from '#server/http/error-handler.ts'

/* Writes the page of the balancers: `node tools/unavailable-page.ts`, after a change of its texts. */
await writeFile(new URL('../deployment/unavailable.html', import.meta.url), renderBalancerPage())
