/** How to load the app's parts that show on demand; a list that is itself loaded on demand (RV-507). */
export const layers = {
  AccountMenuItems: () =>
    import('./shell/account-menu-items.tsx').then(({ AccountMenuItems }) => AccountMenuItems),
  BusinessBanner: () => import('./shell/business-banner.tsx').then(({ BusinessBanner }) => BusinessBanner),
  EmptyTimeline: () =>
    import('./pages/timeline/empty-timeline.tsx').then(({ EmptyTimeline }) => EmptyTimeline),
  LibrarySelectionBar: () =>
    import('./pages/timeline/library-selection-bar.tsx').then(module => module.LibrarySelectionBar),
  StorageButton: () => import('#web/domains/retention/index.ts').then(({ StorageButton }) => StorageButton),
  ThirdPartyScripts: () => import('#web/domains/consent/index.ts').then(module => module.ThirdPartyScripts),
}
