import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'

/** The customer's vouchers, loaded on demand: they are not part of the first page of the orders. */
export const Vouchers = lazyComponent(() => import('./vouchers.tsx'), 'Vouchers')
