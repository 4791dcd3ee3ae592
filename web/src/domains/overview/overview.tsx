import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { useCallback, useState } from 'react'
import { customerQuery } from '#web/domains/customers/index.ts'
import { useChannelShopLink } from '#web/domains/merchandise/index.ts'
import { LatestOrder } from '#web/domains/orders/index.ts'
import { UploadModal, useAddPhotos } from '#web/domains/uploads/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './overview.module.css'
import { PhotosSection } from './photos-section.tsx'
import { ProjectsSection } from './projects-section.tsx'
import { QuickLinks } from './quick-links.tsx'

/** '/' on desktop (AA-013, OP-46): the newest order, projects and photos, and links; each block loads and fails alone. */
export function Overview() {
  const { text } = useTexts()
  const name = useQuery(customerQuery).data?.firstName
  const shop = useChannelShopLink()
  const hasPhotos = useFlag('PhotoManagementTimelineViewEnabled')
  return (
    <div className={styles.page} data-in-order>
      <header className={styles.title}>
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
