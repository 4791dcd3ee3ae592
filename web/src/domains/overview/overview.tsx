import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleHelp from 'lucide-react/icons/circle-help'
import FileArchive from 'lucide-react/icons/file-archive'
import ImagePlus from 'lucide-react/icons/image-plus'
import Images from 'lucide-react/icons/images'
import MapPin from 'lucide-react/icons/map-pin'
import Plus from 'lucide-react/icons/plus'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { type ReactNode, useCallback, useState } from 'react'
import { getPhotos, type Image } from '#contract/photos.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import { useChannelShopLink } from '#web/domains/merchandise/index.ts'
import { LatestOrder } from '#web/domains/orders/index.ts'
import { libraryTotalsQuery, photoKeys } from '#web/domains/photos/index.ts'
import { LatestProjects, useProjectCount } from '#web/domains/projects/index.ts'
import { StorageNote } from '#web/domains/retention/index.ts'
import { UploadModal, useAddPhotos } from '#web/domains/uploads/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useFlag } from '#web/platform/flags/flags.ts'
import { dayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { isRouteEnabled } from '#web/platform/navigation/switched-off-routes.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon, type IconProps } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PrimaryLink } from '#web/ui/primary-link.tsx'
import latestPhotosStyles from './latest-photos.module.css'
import styles from './overview.module.css'
import quickLinksStyles from './quick-links.module.css'

/** '/' on desktop: the newest order, projects and photos, and links; each block loads and fails alone. */
export function Overview() {
  const { text } = useTexts()
  const name = useQuery(customerQuery).data?.firstName
  const shop = useChannelShopLink()
  const hasPhotos = useFlag('PhotoManagementTimelineViewEnabled')
  return (
    <div className={classes('ui-stack24', styles.page)} data-in-order>
      <header className={classes('ui-row12 ui-wrap', styles.title)}>
        <h1>{name ? text('overview.greeting-name', { name }) : text('overview.greeting')}</h1>
        <a href={shop} rel="noreferrer" className={buttonClass()}>
          <Icon of={ShoppingBag} />
          {text('orders.empty.action')}
        </a>
        {hasPhotos && <AddPhotos />}
      </header>
      <LatestOrder />
      <ProjectsSection />
      {hasPhotos && <PhotosSection />}
      <QuickLinks hasPhotos={hasPhotos} />
    </div>
  )
}

function AddPhotos() {
  const { text } = useTexts()
  const canAddPhotos = useFlag('PhotoManagementUploadViewEnabled')
  const [isOpen, setOpen] = useState(false)
  const add = useAddPhotos(useCallback(() => setOpen(true), []))
  if (!canAddPhotos) return null
  return (
    <>
      <Button variant="primary" icon={Plus} onClick={add}>
        {text('photos.add')}
      </Button>
      {isOpen && <UploadModal onClose={() => setOpen(false)} />}
    </>
  )
}

/** The library: number of photos, storage status and the newest ones. */
function PhotosSection() {
  const { text, number } = useTexts()
  const { data } = useQuery(libraryTotalsQuery())
  return (
    <section className="ui-narrow" aria-labelledby="overview-photos">
      <header className={classes('ui-row8', styles.heading)}>
        <h2 id="overview-photos">
          {text('menu.photos')}
          {/* With the space before the span the title moves when the count arrives. */}
          {data && (
            <span className={classes('ui-faint ui-small ui-plain', styles.count)}>
              {' '}
              {number(data.photosCount)}
            </span>
          )}
        </h2>
        <StorageNote />
        <Link
          to={PATHS.photos}
          className={buttonClass('text')}
          aria-label={`${text('overview.see-all')}, ${text('menu.photos')}`}
        >
          {text('overview.see-all')}
        </Link>
      </header>
      <LatestPhotos />
    </section>
  )
}

/** The saved projects that changed last; left out while there are none, and where the host has no page for them. */
function ProjectsSection() {
  return isRouteEnabled(PATHS.savedProjects) && <Projects />
}

function Projects() {
  const { text, number } = useTexts()
  const count = useProjectCount()
  if (count === 0) return null
  return (
    <section className="ui-narrow" aria-labelledby="overview-projects">
      <header className={classes('ui-row8', styles.heading)}>
        <h2 id="overview-projects">
          {text('menu.saved-projects')}
          {/* With the space before the span the title moves when the count arrives. */}
          {count !== undefined && (
            <span className={classes('ui-faint ui-small ui-plain', styles.count)}> {number(count)}</span>
          )}
        </h2>
        <Link
          to={PATHS.savedProjects}
          className={buttonClass('text')}
          aria-label={`${text('overview.see-all')}, ${text('menu.saved-projects')}`}
        >
          {text('overview.see-all')}
        </Link>
      </header>
      <LatestProjects />
    </section>
  )
}

/** Screens that are not in the first rows of the menu, and customer care. */
function QuickLinks({ hasPhotos }: { hasPhotos: boolean }) {
  const { text } = useTexts()
  const { contact } = useConfig().brand.addresses
  const hasAlbums = useFlag('PhotoManagementAlbumViewEnabled') && hasPhotos
  const canExport = useFlag('PhotoManagementPhotoExportEnabled')
  const links: { to: string; label: string; icon: IconProps['of']; isShown: boolean }[] = [
    { to: PATHS.albums, label: text('albums.title'), icon: Images, isShown: hasAlbums },
    { to: PATHS.downloads, label: text('export.title'), icon: FileArchive, isShown: canExport },
    { to: PATHS.addresses, label: text('overview.addresses'), icon: MapPin, isShown: true },
  ]
  return (
    <nav aria-labelledby="overview-links" className="ui-row8 ui-wrap">
      <h2 id="overview-links" className={classes('ui-plain ui-quiet', quickLinksStyles.title)}>
        {text('overview.quick-links')}
      </h2>
      {links
        .filter(({ isShown }) => isShown)
        .map(({ to, label, icon }) => (
          <Link key={to} to={to} className={buttonClass('quiet', 'small')}>
            <Icon of={icon} size={18} />
            {label}
          </Link>
        ))}
      <a href={contact} rel="noreferrer" className={buttonClass('quiet', 'small')}>
        <Icon of={CircleHelp} size={18} />
        {text('app.customer-care')}
      </a>
    </nav>
  )
}

/** Number of tiles. */
const LATEST_PHOTOS = 7

/** The newest photos by date taken, in one row. Placeholders of the same size prevent a layout shift. */
function LatestPhotos() {
  const { text } = useTexts()
  const query = useQuery(latestPhotosQuery)
  switch (query.status) {
    case 'pending':
      return (
        <Strip>
          {SKELETON_INDEXES.map(index => (
            <li key={index} className={latestPhotosStyles.tile} />
          ))}
        </Strip>
      )
    case 'error':
      return <LoadFailed retry={query.refetch} id="photos.load-failed" />
    case 'success':
      return query.data.images.length === 0 ? (
        <EmptyState
          icon={ImagePlus}
          title={text('photos.empty')}
          text={text('photos.empty.text')}
          headingLevel="h3"
          action={<PrimaryLink to={PATHS.photos}>{text('photos.add')}</PrimaryLink>}
        />
      ) : (
        <Strip>
          {query.data.images.map(image => (
            <Tile key={image.imageId} image={image} />
          ))}
        </Strip>
      )
  }
}

const SKELETON_INDEXES = Array.from({ length: LATEST_PHOTOS }, (_, index) => index)

function Strip({ children }: { children: ReactNode }) {
  return <ul className={classes('ui-stack', latestPhotosStyles.strip)}>{children}</ul>
}

function Tile({ image }: { image: Image }) {
  const texts = useTexts()
  const day = dayLabel(texts, image.dateTaken)
  const [small, medium] = image.thumbnails
  const name = day ? texts.text('photos.taken-on', { date: day }) : texts.text('date.unknown')
  return (
    <li className={latestPhotosStyles.tile}>
      <Link
        to={PATHS.photoPreview}
        params={{ id: image.imageId }}
        className={latestPhotosStyles.link}
        aria-label={name}
      >
        {small && (
          <img
            src={small.url}
            srcSet={medium && `${small.url} ${small.width}w, ${medium.url} ${medium.width}w`}
            sizes="200px"
            alt=""
            decoding="async"
          />
        )}
      </Link>
    </li>
  )
}

/** The latest photos by date taken. Its key starts with the library's: invalidating the library includes it. */
const latestPhotosQuery = callQuery([...photoKeys.all, 'latest', LATEST_PHOTOS], getPhotos, {
  query: { limit: LATEST_PHOTOS },
})
