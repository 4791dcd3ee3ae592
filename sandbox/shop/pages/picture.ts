import { type Html, html } from '#html/html.ts'
import type { Draft, DraftPhoto } from '../drafts.ts'

/** Renders a photo of the draft. */
export const renderPicture = ({ id }: Pick<Draft, 'id'>, photo: Pick<DraftPhoto, 'id' | 'name'>): Html =>
  html`<img src="/prints/${id}/pictures/${photo.id}" alt="${photo.name}" loading="lazy" decoding="async">`
