import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

const load = () => import('./dialogs.ts')

export const AllDialog = lazyComponent(load, 'AllDialog')
export const CompareDialog = lazyComponent(load, 'CompareDialog')
