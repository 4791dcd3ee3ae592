import { listMissingParts } from '#brands/missing-parts.ts'
import type { Brand } from '#contract/brands.ts'
import type { Log } from './platform/log/log.ts'

/** Logs what brands' files leave out: nothing else says why a screen, or a part of one, is not there. */
export function reportIncompleteBrands(log: Pick<Log, 'warn'>, brands: readonly Brand[]): void {
  for (const brand of brands) {
    const missing = listMissingParts(brand)
    if (missing.length > 0)
      log.warn({ brand: brand.id, missing }, 'a brand is not complete, see `keepsake brands`')
  }
}
