/* Public API of the gallery, for pages with photos. It knows no domain: data, actions and texts are passed in. */
export { type ActionPicture, listActionPictures } from './actions/action-pictures.ts'
export { lazyPerform } from './actions/lazy-perform.ts'
export type {
  ActionEnvironment,
  ActionOutcome,
  PhotoAction,
  PhotoTargets,
  TargetGroups,
} from './actions/photo-action.ts'
export { type Confirmation, runInDialog } from './actions/run-in-dialog.ts'
export { showUndoToast } from './actions/undo-toast.ts'
export { useConfirm } from './actions/use-confirm.tsx'
export { GridHelp } from './grid/grid-help.tsx'
export { PhotoGrid } from './grid/photo-grid.tsx'
export { usePhotoGrid } from './grid/use-photo-grid.ts'
export { useGridColumns } from './layout/use-grid-columns.ts'
export { GalleryPage } from './page/gallery-page.tsx'
export { DropTarget } from './page/lazy-drop-target.ts'
export { MorePages } from './page/more-pages.tsx'
export { PageFailure } from './page/page-failure.tsx'
export { PageLoading } from './page/page-loading.tsx'
export { MoreTools, PageTool, PageTools } from './page/page-tools.tsx'
export { SortSelect } from './page/sort-select.tsx'
export { useFileDrop } from './page/use-file-drop.ts'
export { getAddressStaleTime } from './photo-list/address-expiry.ts'
export { isUnknown, type Month } from './photo-list/month.ts'
export { beginOptimisticUpdate, type OptimisticUpdate } from './photo-list/optimistic-update.ts'
export type { PhotoList } from './photo-list/photo-list.ts'
export { photoListKeys } from './photo-list/photo-list-queries.ts'
export { type UnderlyingPhotos, UnderlyingPhotosContext } from './photo-list/photo-sequence.ts'
export { isRemovalInProgress, trackRemoval } from './photo-list/removal-in-progress.ts'
export type { Sort } from './photo-list/sort.ts'
export { PreviewOverlay, type PreviewTargets } from './preview/preview-overlay.tsx'
export { Scrubber } from './scrubber/scrubber.tsx'
export { SelectionBar, type SelectionBarProps } from './selection/selection-bar.tsx'
export { requestPictures } from './tile/request-pictures.ts'
export { TilePicture } from './tile/tile-picture.tsx'
