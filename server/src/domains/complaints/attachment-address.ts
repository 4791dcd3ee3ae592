import { defineSignedPictures } from '../../http/signed-pictures.ts'
import { findServedAttachment } from './store/attachments.ts'

const signedAttachments = defineSignedPictures({
  route: '/media/complaint-attachments/:token',
  scope: 'complaint-attachment',
  // Works for 30 minutes, and stays the same for 15, so that browsers need not load a photo again.
  lifetime: { seconds: 1800, window: 900 },
  async find({ db }, attachmentId) {
    const row = await findServedAttachment(db, attachmentId)
    return (
      row && { key: toAttachmentKey(row), contentType: 'image/jpeg', sha256: row.sha256!, size: row.size! }
    )
  },
})

/** Returns the signed address of an attachment. */
export const signAttachment = signedAttachments.sign

/** Serves attachments, except deleted ones and those of closed accounts. */
export const serveAttachments = signedAttachments.serve

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
