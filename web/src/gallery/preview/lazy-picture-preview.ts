import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

/** See picture-preview.tsx. */
export const PicturePreview = lazyComponent(() => import('./picture-preview.tsx'), 'PicturePreview')
