import { SERVICES } from '#contract/endpoint.ts'
import type { Context } from '../../context.ts'
import type { EmailLink } from '../../platform/mail/email-link.ts'
import { createEmailLink, getBrandById } from '../brands/index.ts'
import type { ProfileRow } from './store.ts'

export const UNSUBSCRIBE_PATH = `${SERVICES.subscriptions}/unsubscribe` as const

/** Creates the URL that ends the subscription: a page on GET, one-click on POST (RFC 8058). */
export function createUnsubscribeUrl(
  { config }: Pick<Context, 'config'>,
  profile: Pick<ProfileRow, 'brand_id' | 'unsubscribe_id'>,
): EmailLink {
  return createEmailLink(
    config,
    getBrandById(profile.brand_id),
    `${UNSUBSCRIBE_PATH}/${profile.unsubscribe_id}`,
  )
}
