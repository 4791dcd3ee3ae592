import { SERVICES } from '#contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { getBrandById, getBrandOrigin } from '../brands/index.ts'
import type { ProfileRow } from './store.ts'

export const UNSUBSCRIBE_PATH = `${SERVICES.subscriptions}/unsubscribe`

/** Creates the URL that ends the subscription: a page on GET, one-click on POST (RFC 8058). */
export function createUnsubscribeUrl(
  { config }: Pick<Context, 'config'>,
  profile: Pick<ProfileRow, 'brand_id' | 'unsubscribe_id'>,
): string {
  const origin = getBrandOrigin(config, getBrandById(profile.brand_id))
  return `${origin}${UNSUBSCRIBE_PATH}/${profile.unsubscribe_id}`
}
