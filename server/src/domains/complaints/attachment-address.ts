import type { Context } from '../../context.ts'
import type { TokenLifetime } from '../../platform/signing/signing.ts'

/** Works for 30 minutes, and stays the same for 15, so that browsers need not load a photo again. */
const LIFETIME: TokenLifetime = { seconds: 1800, window: 900 }

export const ATTACHMENT_ROUTE = '/media/complaint-attachments/:token'

const SCOPE = 'complaint-attachment:'

type SigningContext = Pick<Context, 'signer' | 'clock'>

/** Returns the signed address of an attachment. */
export function signAttachment(
  { signer, clock }: SigningContext,
  origin: string,
  attachmentId: string,
): string {
  const token = signer.sign(SCOPE + attachmentId, clock.now(), LIFETIME)
  return origin + ATTACHMENT_ROUTE.replace(':token', token)
}

/** Attachment and expiry of a token; null if the token was altered, has expired or is of another kind. */
export function readAttachmentToken({ signer, clock }: SigningContext, token: string) {
  const verified = signer.verify(token, clock.now())
  if (!verified?.scope.startsWith(SCOPE)) return null
  return { attachmentId: verified.scope.slice(SCOPE.length), expires: verified.expires }
}

/** Returns the folder of the account's attachments. */
export const toAttachmentFolder = (accountId: string) => `${accountId}/complaint-attachments/`

/** Returns the key of an attachment's JPEG. */
export const toAttachmentKey = ({
  account_id,
  attachment_id,
}: {
  account_id: string
  attachment_id: string
}) => toAttachmentFolder(account_id) + attachment_id
