/** Pixels of a photo of the library, checked from its header alone. */
export const UPLOAD_MAX_PIXELS = 300_000_000
/** Pixels of a photo of a report. */
export const ATTACHMENT_MAX_PIXELS = 100_000_000
